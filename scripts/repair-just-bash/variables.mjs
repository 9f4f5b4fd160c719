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
    what: "shopt is ours",
    find: 'if(t==="shopt")return K4(c,n);',
    replace: "",
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
  {
    what: "pushd, popd and dirs are ours",
    find: 'if(t==="pushd")return await dp(c,n);if(t==="popd")return pp(c,n);if(t==="dirs")return hp(c,n);',
    replace: "",
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
    what: "what set makes of the parameters is counted",
    find: "function vp(e,t){let n=1;",
    replace: "function vp(e,t){e.state.positionalSets=(e.state.positionalSets??0)+1;let n=1;",
  },
  {
    what: "parameters that a sourced file sets stay",
    find: "e.state.currentSource=a,n.length>1)for(let[c,u]of o)",
    replace:
      "e.state.currentSource=a,n.length>1&&(e.state.callDepth>0||e.state.positionalSets===sets))for(let[c,u]of o)",
  },
  {
    what: "how many were set before it",
    find: "let o=new Map;if(n.length>1){for(let u=1;u<=9;u++)",
    replace: "let sets=e.state.positionalSets,o=new Map;if(n.length>1){for(let u=1;u<=9;u++)",
  },
  {
    what: "command -v does not tell an alias that is not expanded",
    find: "let l=e.state.env.get(`BASH_ALIAS_${a}`);if(l!==void 0)r?s+=",
    replace: "let l=e.state.shoptOptions.expand_aliases?e.state.env.get(`BASH_ALIAS_${a}`):void 0;if(l!==void 0)r?s+=",
  },
  {
    what: "unset -n takes the reference away, not what it stands for",
    find: 'if(i==="-f"){n="function";continue}if(n==="function"){',
    replace:
      'if(i==="-f"){n="function";continue}if(i==="-n"){n="reference";continue}if(n==="reference"){rt(e,i)?(e.state.namerefs.delete(i),e.state.env.delete(i)):e.state.env.delete(i);continue}if(n==="function"){',
  },
  {
    what: "read refuses an option that it does not have",
    find: 'if(X==="i"&&z+1<t.length)return{nextArgIndex:z+2};D++}else D++}}}',
    replace: 'if(X==="i"&&z+1<t.length)return{nextArgIndex:z+2};D++}else return wrongLetter=X,{nextArgIndex:-1}}}}',
  },
  {
    what: "and says so",
    find: 'if(z.nextArgIndex===-1)return{stdout:"",stderr:"",exitCode:2};',
    replace: 'if(z.nextArgIndex===-1)return Q("",`bash: read: -${wrongLetter}: invalid option\n`,2);',
  },
  {
    what: "the letter",
    find: "function Sp(e,t,n,r=-1){let s=!1,",
    replace: "function Sp(e,t,n,r=-1){let wrongLetter,s=!1,",
  },
  {
    what: "return outside a function exits as a misuse",
    find: 'return K("bash: return: can only `return\' from a function or sourced script\\n");',
    replace: 'return K("bash: return: can only `return\' from a function or sourced script\\n",2);',
  },
  {
    what: "test of two words of which the first is no operator",
    find: 'r==="="||r==="=="||r==="!="||r==="<"||r===">"||r==="-eq"||r==="-ne"||r==="-lt"||r==="-le"||r==="-gt"||r==="-ge"||r==="-nt"||r==="-ot"||r==="-ef"?K(`test: ${r}: unary operator expected\n`,2):Q("","",1)}',
    replace: "K(`test: ${r}: unary operator expected\n`,2)}",
  },
  {
    what: "test names what is no number",
    find: 'return!o.valid||!a.valid?Q("","",2):It(Yl(s,o.value,a.value))}if(Kl(s))return It(await Ql(e,s,r,i));switch(s){case"-a"',
    replace:
      'return!o.valid||!a.valid?K(`test: ${o.valid?i:r}: integer expression expected\n`,2):It(Yl(s,o.value,a.value))}if(Kl(s))return It(await Ql(e,s,r,i));switch(s){case"-a"',
  },
  {
    what: "an array that was only declared has no value",
    find: '(r||s?Qr(e,P,s?"associative":"indexed"):(e.state.declaredVars??=new Set,e.state.declaredVars.add(P)))',
    replace: '((r||s)&&Qr(e,P,s?"associative":"indexed"),e.state.declaredVars??=new Set,e.state.declaredVars.add(P))',
  },
  {
    what: "until it is given one",
    find: "function kt(e,t){$o(e,t,",
    replace: "function kt(e,t){e.state.declaredVars?.delete(t);$o(e,t,",
  },
  {
    what: "what test says has the shell's name and line before it",
    find: "f=n.slice(0,-1)}return jo(c,f)}return null}",
    replace:
      'f=n.slice(0,-1)}let told=await jo(c,f);return told.stderr===""?told:{...told,stderr:shellRuntime.located(c.state,told.stderr.replace(/^(?:test|\\[): /,`bash: ${t}: `))}}return null}',
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
    what: "declare -A as well",
    find: 'e.state.associativeArrays??=new Set,e.state.associativeArrays.add(P),Qr(e,P,"associative")}let U=Gt(e,P);',
    replace:
      'e.state.associativeArrays??=new Set,e.state.associativeArrays.add(P),Gt(e,P)||(e.state.declaredVars??=new Set).add(P),Qr(e,P,"associative")}let U=Gt(e,P);',
  },
  {
    what: "what cannot be expanded ends the rest of its line, and no more of the script",
    find: 'if(i instanceof nn)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=1,this.ctx.state.lastExitCode=n,this.ctx.state.env.set("?",String(n)),{...r.build(n),exitCode:n,env:Ht(this.ctx.state.env)};',
    replace:
      'if(i instanceof nn){r.append("stdout",i.stdout,i.internalOutputAccounting.stdout);r.append("stderr",i.stderr,i.internalOutputAccounting.stderr);n=1;this.ctx.state.lastExitCode=n;this.ctx.state.env.set("?",String(n));if(this.ctx.state.options.errexit)return{...r.build(n),exitCode:n,env:Ht(this.ctx.state.env)};discarded=s.lastLine;continue}',
  },
  {
    what: "the line",
    find: "for(let s of t.statements)try{let i=await this.executeStatement(s);r.appendResult(i,$c(i))",
    replace:
      "let discarded;for(let s of t.statements)try{if(discarded!==void 0&&s.firstLine===discarded)continue;let i=await this.executeStatement(s);r.appendResult(i,$c(i))",
  },
  {
    what: "a pattern that matches nothing under failglob is such a thing",
    find: "s instanceof pr)return K(s.stderr);throw s}}",
    replace:
      's instanceof pr||s instanceof nn)throw new nn("",s.stdout,shellRuntime.located(this.ctx.state,s.stderr));throw s}}',
  },
  {
    what: "also as the words of for",
    find: 'if(o instanceof pr)return{stdout:"",stderr:o.stderr,exitCode:1};throw o}',
    replace: 'if(o instanceof pr)throw new nn("",o.stdout,o.stderr);throw o}',
  },
  {
    what: "alone in a pipeline it is thrown on",
    find: "catch(I){if(I instanceof nn)R=",
    replace: "catch(I){if(I instanceof nn&&t.commands.length>1)R=",
  },
  {
    what: "a subscript before the first element of an empty array",
    find: 'if(i.length===0){let a=e.state.currentLine;return{index:0,error:Q("",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`,1)}}',
    replace:
      'if(i.length===0){let a=e.state.currentLine;throw new nn("","",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`)}',
  },
  {
    what: "and of another",
    find: 's<0){let a=e.state.currentLine;return{index:0,error:Q("",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`,1)}}}return{index:s}}',
    replace:
      's<0){let a=e.state.currentLine;throw new nn("","",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`)}}return{index:s}}',
  },
  {
    what: "a statement knows its lines",
    find: "a=this._input.slice(t,o);return Y.statement(n,r,s,void 0,a)}parseTimePrefix",
    replace:
      "a=this._input.slice(t,o);return{...Y.statement(n,r,s,void 0,a),firstLine,lastLine:this.tokens[this.pos-1]?.line}}parseTimePrefix",
  },
  {
    what: "its first line",
    find: "let t=this.current().start,n=[],r=[],s=!1,i=this.parsePipeline();for(n.push(i);",
    replace:
      "let firstLine=this.current().line,t=this.current().start,n=[],r=[],s=!1,i=this.parsePipeline();for(n.push(i);",
  },
  {
    what: "${} is named in its error",
    find: 'case"BadSubstitution":throw new nn(s.text);',
    replace: 'case"BadSubstitution":throw new nn(`\\${${s.text}}`);',
  },
  {
    what: "an expansion that cannot be read is told and exits as one that cannot be made",
    find: 'if(y.name==="ParseException")return l({stdout:"",stderr:`bash: syntax error: ${Ye(y.message)}\n`,exitCode:2,',
    replace: 'if(y.name==="ParseException")return l({stdout:"",...shellRuntime.unreadable(Ye(y.message)),',
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
  {
    what: "local - is refused, not passed over",
    find: 'else if(d.startsWith("-")&&!d.includes("="))for(let p of d.slice(1))p==="n"',
    replace:
      'else if(d==="-")return K("bash: local: -: not supported by this shell\\n");else if(d.startsWith("-")&&!d.includes("="))for(let p of d.slice(1))p==="n"',
  },
];
