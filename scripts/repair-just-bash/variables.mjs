// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// Variables that the shell itself keeps, what an environment gives to a shell that is started, and traps around commands.

export const variables = [
  {
    what: "the letters of the options that are set",
    find: 'case"-":{let o="";return o+="h",',
    replace: 'case"-":{return shellRuntime.optionLetters(e.state);let o="";return o+="h",',
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
    what: "shopt is ours",
    find: 'if(t==="shopt")return K4(c,n);',
    replace: "",
  },
  {
    what: "a shell knows the file that it runs, and what it was given is exported",
    find: "signal:u.signal,extraArgs:u.args},g=t;",
    replace:
      "signal:u.signal,extraArgs:u.args,scriptFile:u.scriptFile};m.exportedVars=shellRuntime.exportedNames(m.exportedVars,u.env);let g=t;",
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
    what: "set -o lists the options as bash does",
    find: "n.push(z4(e)),s++;continue}",
    replace: "n.push(shellRuntime.optionList(e.state)),s++;continue}",
  },
  {
    what: "set +o prints commands",
    find: "n.push(W4(e)),s++;continue}",
    replace: "n.push(shellRuntime.optionCommands(e.state)),s++;continue}",
  },
  {
    what: "also within several letters",
    find: "n.push(o?z4(e):W4(e));continue}",
    replace: "n.push(o?shellRuntime.optionList(e.state):shellRuntime.optionCommands(e.state));continue}",
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
    what: "declare without names lists what has the attribute, as declarations",
    find: "if(a&&w.length===0)return P4(e,{filterExport:o,filterReadonly:i,filterNameref:l,filterIndexedArray:r,filterAssocArray:s});if(w.length===0&&s&&!a)return D4(e);if(w.length===0&&r&&!a)return L4(e);if(w.length===0&&!a)return F4(e);",
    replace:
      'if(w.length===0){let wanted=[r&&"a",s&&"A",i&&"r",o&&"x",l&&"n",d&&"i",p&&"l",h&&"u"].filter(Boolean).join("");return a||wanted!==""?$e(shellRuntime.declarationsText(e.state,wanted)):kp(e,[])}let refused=shellRuntime.takeAttributesAway(e.state,t);if(refused)return refused;',
  },
  {
    what: "declare +l and +u are options",
    find: 'else if(T!=="r"){if(T!=="i"){if(!(T==="f"||T==="F"))',
    replace: 'else if(T!=="r"){if(!"ilut".includes(T)){if(!(T==="f"||T==="F"))',
  },
  {
    what: "readonly without names",
    find: 'let a="",l=Array.from(e.state.readonlyVars||[]).sort();for(let c of l){',
    replace: 'return $e(shellRuntime.declarationsText(e.state,r?"a":s?"A":"r"));let a="",l=[];for(let c of l){',
  },
  {
    what: "export without names",
    find: 'let o="",a=e.state.exportedVars??new Set,l=Array.from(a).sort();for(let c of l){',
    replace: 'return $e(shellRuntime.declarationsText(e.state,"x"));let o="",l=[];for(let c of l){',
  },
  {
    what: "local without names prints declarations",
    find: 'let m=e.state.env.get(h);m!==void 0&&(d+=`${h}=${m}\n`)}return Q(d,"",0)}',
    replace: 'let m=shellRuntime.declarationText(e.state,h);m!==void 0&&(d+=`${m}\n`)}return Q(d,"",0)}',
  },
  {
    what: "command -v of several names succeeds where one of them is found",
    find: "return Q(s,i,o)}async function l3(",
    replace: 'return Q(s,shellRuntime.located(e.state,i),s===""?1:0)}async function l3(',
  },
  {
    what: "command -V says what is missing in bash's words",
    find: "u||(r&&(i+=`${a}: not found\n`),o=1)}else if(e.commands.has(a)){let u=(",
    replace: "u||r&&(i+=`bash: command: ${a}: not found\n`)}else if(e.commands.has(a)){let u=(",
  },
  {
    what: "also of a name without a slash",
    find: "}else r&&(i+=`${a}: not found\n`),o=1}return Q(s,",
    replace: "}else r&&(i+=`bash: command: ${a}: not found\n`)}return Q(s,",
  },
];
