// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// Variables that the shell itself keeps, what an environment gives to a shell that is started, and traps around commands.

export const variables = [
  {
    what: "the letters of the options that are set",
    find: 'case"-":{let o="";return o+="h",',
    replace: 'case"-":{return shellRuntime.optionLetters(e.state);let o="";return o+="h",',
  },
  {
    what: "nothing has been put into the background yet",
    find: 'case"!":return String(e.state.lastBackgroundPid);',
    replace: 'case"!":return e.state.lastBackgroundPid===0?"":String(e.state.lastBackgroundPid);',
  },
  {
    what: "variables that bash keeps",
    find: 'case"RANDOM":return String(Math.floor(Math.random()*32768));',
    replace:
      'case"RANDOM":case"SRANDOM":case"BASH":case"BASH_SUBSHELL":case"BASH_COMMAND":case"SHLVL":case"EPOCHREALTIME":case"EPOCHSECONDS":case"DIRSTACK":case"GROUPS":return shellRuntime.specialVariable(e.state,t);',
  },
  {
    what: "a script is its own source",
    find: 'case"BASH_SOURCE":{let o=e.state.sourceStack?.[0];if(o!==void 0)return o;',
    replace:
      'case"BASH_SOURCE":{let o=e.state.sourceStack?.[0]??(e.state.currentSource||e.state.scriptFile);if(o==="main"&&e.state.scriptFile)o=e.state.scriptFile;if(o!==void 0)return o;',
  },
  {
    what: "also as an element",
    find: 'return!Number.isNaN(f)&&f>=0?e.state.sourceStack?.[f]??"":""',
    replace:
      'let known=[...(e.state.sourceStack??[]).map(p=>p==="main"?e.state.scriptFile??p:p),...(e.state.currentSource&&!e.state.sourceStack?.length?[e.state.currentSource]:[]),...(e.state.scriptFile?[e.state.scriptFile]:[])];return!Number.isNaN(f)&&f>=0?known[f]??"":""',
  },
  {
    what: '"${a[*]}" is joined by IFS also where no words are made of it',
    find: 'if(f.length>0)return f.map(([,p])=>p).join(" ");let d=e.state',
    replace: 'if(f.length>0)return f.map(([,p])=>p).join(a==="*"?Ne(e.state.env):" ");let d=e.state',
  },
  {
    what: "the callers of a function are set",
    find: "async function Cr(e,t){",
    replace:
      'async function Cr(e,t){if(/^(?:FUNCNAME|BASH_SOURCE|BASH_LINENO)\\[\\d+\\]$/.test(t))return(await We(e,t,!1))!=="";',
  },
  {
    what: "a shell knows the file that it runs, and what it was given is exported",
    find: "signal:u.signal,extraArgs:u.args},g=t;",
    replace:
      "signal:u.signal,extraArgs:u.args,scriptFile:u.scriptFile};m.exportedVars=shellRuntime.exportedNames(m.exportedVars,u.env);m.env.set('BASHOPTS',shellRuntime.enabledOptions(m));let g=t;",
  },
  {
    what: "${x:?} says what it is about and ends the shell as an unset variable does",
    find: '`${t}: parameter null or not set`;throw new he(1,"",`bash: ${o}\n`)',
    replace:
      '`${t}: parameter ${n.checkEmpty?"null or ":""}not set`;throw new he(shellRuntime.unsetExitCode(e.state),"",shellRuntime.located(e.state,`bash: ${n.word?`${t}: `:""}${o}\n`))',
  },
  {
    what: "set -E and set -T",
    find: 'function kp(e,t){if(t.includes("--help"))',
    replace: 'function kp(e,t){shellRuntime.noteTraceOptions(e.state,t);if(t.includes("--help"))',
  },
  {
    what: "a simple command: its DEBUG trap",
    find: 'case"SimpleCommand":return this.executeSimpleCommand(t,n);case"If":',
    replace:
      'case"SimpleCommand":return shellRuntime.simpleCommand(this.ctx,t,()=>this.executeSimpleCommand(t,n));case"If":',
  },
  {
    what: "an error of a builtin names the line",
    find: "return u!==null?u.internalProducerCommand===void 0?{...u,internalProducerCommand:t}:u:{...await f3(c,t,n,s,o),internalProducerCommand:t}",
    replace:
      "let told=u??await f3(c,t,n,s,o);if(told.stderr&&shellRuntime.namesLine(t,u!==null,told.stderr)&&!this.ctx.state.functions.has(t))told={...told,stderr:shellRuntime.located(this.ctx.state,told.stderr)};return told.internalProducerCommand===void 0?{...told,internalProducerCommand:t}:told",
  },
  {
    what: "an error of a redirection too",
    find: "if(b.error)return a(),b.errorCause?ji(b):(g.finish(),b.error);",
    replace:
      "if(b.error)return a(),b.errorCause?ji(b):(g.finish(),{...b.error,stderr:shellRuntime.located(this.ctx.state,b.error.stderr)});",
  },
  {
    what: "an unset variable and an impossible expression end the shell also within groups, loops and functions",
    find: "function sa(e){return e instanceof Qt||",
    replace: "function sa(e){return e instanceof Jt||e instanceof Ge||e instanceof nn||e instanceof Qt||",
  },
  {
    what: "eval survives what it cannot read",
    find: 'if(l.name==="ParseException")return K(`bash: eval: ${l.message}\n`);',
    replace: 'if(l.name==="ParseException"||l.name==="LexerError")return K(`bash: eval: ${l.message}\n`,2);',
  },
  {
    what: "${} is no expansion",
    find: 'if(a===""&&!i&&!o&&t[s]!=="}"){',
    replace: 'if(a===""&&!i&&!o){',
  },
  {
    what: "an assignment is traced as a script would write it",
    find: 'return e.state.options.xtrace?`${await Y4(e)}${t}=${n}\n`:""',
    replace: 'return e.state.options.xtrace?`${await Y4(e)}${t}=${shellRuntime.tracedWord(n)}\n`:""',
  },
  {
    what: "~+ is read as ~- is",
    find: "function i7(e,t,n){let r=n+1;for(;r<t.length&&/[a-zA-Z0-9_-]/.test(t[r]);)r++;return r}",
    replace: "function i7(e,t,n){let r=n+1;for(;r<t.length&&/[a-zA-Z0-9_+-]/.test(t[r]);)r++;return r}",
  },
  {
    what: "~+, ~- and ~1 stand for directories",
    find: 't.user==="root"?"/root":`~${t.user}`',
    replace: 'shellRuntime.directoryOfTilde(e.state,t.user)??(t.user==="root"?"/root":`~${t.user}`)',
  },
  {
    what: "TIMEFORMAT",
    find: "E;t.timePosix?E=`real ${y.toFixed(2)}\nuser 0.00\nsys 0.00\n`:E=`\nreal\t${`${x}m${S.toFixed(3)}s`}\nuser\t0m0.000s\nsys\t0m0.000s\n`,i=",
    replace: "E=shellRuntime.timeText(e.state,y,t.timePosix===!0);i=",
  },
  {
    what: "a directory is no command",
    find: 'if(a.isDirectory)return{error:"permission_denied",path:o};let l=o.split',
    replace: 'if(a.isDirectory)return{error:"is_directory",path:o};let l=o.split',
  },
  {
    what: "and says so",
    find: 'if("error"in c)return c.error==="permission_denied"?',
    replace:
      'if("error"in c)return c.error==="is_directory"?K(`bash: ${t}: Is a directory\n`,126):c.error==="permission_denied"?',
  },
  {
    what: "a shell of its own has options, read-only names and a clock of its own",
    find: "options:{...this.state.options},hashTable:this.state.hashTable,groupStdin:XO(",
    replace:
      "options:{...this.state.options},shoptOptions:{...this.state.shoptOptions},readonlyVars:new Set(this.state.readonlyVars),startTime:Date.now(),hashTable:this.state.hashTable,groupStdin:XO(",
  },
  {
    what: "what SECONDS is set to is counted on from",
    find: 'case"SECONDS":return String(Math.floor((Date.now()-e.state.startTime)/1e3));',
    replace: 'case"SECONDS":return shellRuntime.specialVariable(e.state,t);',
  },
];
