// Output while a command runs, and background commands: the interpreter collects what every part printed and gives it at the
// end. These repairs tell lib/sandbox/virtual/worker/interpreter where a part ends, and where somebody else reads its output.

export const output = [
  {
    what: "the parts that the interpreter's folder needs",
    find: "export{Hp as Bash,",
    replace:
      "shellRuntime.use({exit:t=>new he(t),aborted:()=>new He,limit:(t,r)=>new C(t,r),parse:t=>or(t),isolate:t=>_p(t),text:t=>$c(t),elements:(t,r)=>xe(t,r),changeCase:(t,r,s)=>K7(t,r,s,fr,jl),transform:(t,r,s,i)=>Q7(t,r,s,!1,i),replacePattern:(t,r,s)=>G7(t,r,s,fr,Tn),removePattern:(t,r,s)=>V7(t,r,s,fr,Tn),read:(t,r)=>Sp(t,r,''),setOption:(t,r)=>kp(t,r),changeDirectory:(t,r)=>Id(t,r),builtinNames:()=>[...Bi].sort()});export{Hp as Bash,",
  },
  {
    what: "an interpreter knows where its output goes",
    find: "executeScript:this.executeScript.bind(this),executeStatement:this.executeStatement.bind(this),",
    replace:
      "executeScript:r=>shellRuntime.substituted(this.ctx,()=>this.executeScript(r)),executeLive:r=>this.executeScript(r),live:t.live,capture:t.capture,spawn:(r,s,i)=>new Yo({...t,fs:this.ctx.fs,live:s,capture:i},r),executeStatement:this.executeStatement.bind(this),",
  },
  {
    what: "what a pipeline printed is sent when it ends",
    find: "async executePipeline(t){return b3(this.ctx,t,(n,r)=>this.executeCommand(n,r))}",
    replace:
      "async executePipeline(t){return shellRuntime.announced(this.ctx,()=>b3(this.ctx,t,(n,r)=>this.executeCommand(n,r)))}",
  },
  {
    what: "the stages of a pipe are subshells, and only the last one's output is not read",
    find: "R=await n(y,s)}catch(I){",
    replace:
      "x&&l&&shellRuntime.announceError(e,l);R=await(u?shellRuntime.staged(e,{first:S,last:x,together:t.pipeStderr?.[w]??!1,next:t.commands[w+1]},()=>n(y,s)):n(y,s))}catch(I){",
  },
  {
    what: "other commands may have printed meanwhile",
    find: 'R=e.executionScope.accountResult(R,"pipeline",e.executionScope.outputBytesUsed-N)',
    replace: 'R=e.executionScope.accountResult(R,"pipeline",Math.max(0,e.executionScope.outputBytesUsed-N))',
  },
  {
    what: "output of a compound command with a redirection is read",
    find: "let l=await r(i);return await fs(e,l,t,i.targets,i.dupSources,i.standardRoutes)",
    replace:
      "let l=await shellRuntime.redirected(e,{redirections:t},()=>r(i));return await fs(e,l,t,i.targets,i.dupSources,i.standardRoutes)",
  },
  {
    what: "output of a function with a redirection of its own is read",
    find: "m=await e.executeCommand(t.body,p,h);",
    replace:
      "m=await shellRuntime.redirected(e,t,()=>shellRuntime.withReturnTrap(e,!1,()=>e.executeCommand(t.body,p,h)));",
  },
  {
    what: "output of a command with a redirection is read, also when it exits; its trace and its expansions' errors are not",
    find: "let S,E=null;try{S=await this.runCommand(u,f,d,n,!1,!1,w,y)}catch(N){if(N instanceof Qt||N instanceof Xt)E=N,S=Fe;else throw N}",
    replace:
      'let A=o+x+(this.ctx.state.expansionStderr||"");this.ctx.state.expansionStderr="";shellRuntime.announceError(this.ctx,A);let S,E=null;try{S=await shellRuntime.redirected(this.ctx,t,()=>this.runCommand(u,f,d,n,!1,!1,w,y))}catch(N){if(N instanceof Qt||N instanceof Xt)E=N,S=Fe;else{if(N instanceof yt){t.redirections.length>0&&u!=="exec"&&await Zd(this.ctx,N,t.redirections,b);A&&N.prependOutput("",A)}g.finish();throw N}}',
  },
  {
    what: "the trace of a command is not redirected with it",
    find: "let A=o+x;if(A&&(S={...S,stderr:A+S.stderr}),S=await fs(this.ctx,S,t.redirections,b.targets,b.dupSources,b.standardRoutes,S.internalProducerCommand??u,S.internalProducerOmitsShellPrefix),g.finish(),E)throw E;",
    replace:
      'S=await fs(this.ctx,S,t.redirections,b.targets,b.dupSources,b.standardRoutes,S.internalProducerCommand??u,S.internalProducerOmitsShellPrefix);g.finish();A&&(S={...S,stderr:A+S.stderr});if(E){A&&E.prependOutput("",A);throw E}',
  },
  {
    what: "eval prints where its shell prints",
    find: "let l=or(i);return await e.executeScript(l)",
    replace: "let l=or(i);return await e.executeLive(l)",
  },
  {
    what: "source prints where its shell prints",
    find: "let c=or(i),u=await e.executeScript(c);return l(),u",
    replace: "let c=or(i),u=await shellRuntime.withReturnTrap(e,!0,()=>e.executeLive(c));return l(),u",
  },
  {
    what: "set -v prints before the command",
    find: 't.sourceText&&n.append("stderr",',
    replace: 't.sourceText&&shellRuntime.announceError(this.ctx,t.sourceText+"\\n")&&n.append("stderr",',
  },
  {
    what: "a whole command line sends the rest when it ends",
    find: "return t.trim()?this.logResult(i):i}async execInScope(",
    replace: "shellRuntime.finish(n?.live,i);return t.trim()?this.logResult(i):i}async execInScope(",
  },
  {
    what: "a command line has an end: its traps run, and what it started in the background is waited for",
    find: "let E={fs:this.fs,commands:this.commands,limits:this.limits,executionScope:r,exec:",
    replace:
      "let E={live:n?.live,capture:n?.live?void 0:new shellRuntime.Capture,fs:this.fs,commands:this.commands,limits:this.limits,executionScope:r,exec:",
  },
  {
    what: "the same, when it runs",
    find: "R=await new Yo(E,m).executeScript(x);return",
    replace: "shell=new Yo(E,m),R=await shellRuntime.runWhole(shell.ctx,()=>shell.executeScript(x),s===0);return",
  },
  {
    what: "an aborted script keeps what it printed",
    find: "if(i instanceof C)throw r.prependTo(i),i;if(i instanceof Yt)",
    replace: "if(i instanceof C||i instanceof He)throw r.prependTo(i),i;if(i instanceof Yt)",
  },
  {
    what: "commands may send what they print while they run, and those that run one command as theirs send its output",
    find: 'exec:(S,E)=>i.execFn(S,E,!1),execWithInheritedStdin:(S,E)=>i.execFn(S,{...E,stdin:d,stdinKind:"bytes"},!0),',
    replace:
      'live:i.live,exec:(S,E)=>i.execFn(S,{...E,live:shellRuntime.liveFor(t,i)},!1),execWithInheritedStdin:(S,E)=>i.execFn(S,{...E,live:shellRuntime.liveFor(t,i),stdin:d,stdinKind:"bytes"},!0),',
  },
  {
    what: "a command that runs one command ends with it, so that what it printed is kept",
    find: "async function pO(e,t,n,r,s,i){",
    replace:
      "async function pO(e,t,n,r,s,i){if(shellRuntime.runsOne(r)){let k=await e().finally(n);if(i?.aborted){let g=new He;g.prependOutput($c(k),k.stderr);throw g}return k}",
  },
  {
    what: "a command that took too long keeps what it printed",
    find: 'return p.timedOut?(await d.catch(()=>{}),{stdout:"",stderr:"",exitCode:124}):p.result',
    replace:
      'if(p.timedOut){let h=await d.catch(()=>{});return{stdout:h?.result?.stdout??"",stderr:h?.result?.stderr??"",exitCode:124}}return p.result',
  },
  {
    what: "a loop that is stopped is stopped",
    find: "e instanceof C)return e.prependOutput(t,n),",
    replace:
      "e instanceof C||e instanceof He||e instanceof Jt||e instanceof Ge||e instanceof nn)return e.prependOutput(t,n),",
  },
  {
    what: "so are if and case",
    find: "s instanceof C||s instanceof hr)throw",
    replace: "s instanceof C||s instanceof He||s instanceof hr)throw",
  },
  {
    what: "and groups",
    find: "if(f(),d instanceof C)throw",
    replace: "if(f(),d instanceof C||d instanceof He)throw",
  },
  {
    what: "and subshells",
    find: "catch(a){if(a instanceof C)throw i.prependTo(a),a;",
    replace: "catch(a){if(a instanceof C||a instanceof He)throw i.prependTo(a),a;",
  },
  {
    what: "being stopped is no message of the script",
    find: 'constructor(t="",n=""){super("execution aborted",t,n)}',
    replace: 'constructor(t="",n=""){super("execution aborted",t,"")}',
  },
  {
    what: "a limit names itself and what to do, not an option of the library",
    find: 'static EXIT_CODE=126;constructor(t,n,r="",s=""){super(t,r,s)',
    replace: 'static EXIT_CODE=126;constructor(t,n,r="",s=""){t=shellRuntime.limitMessage(t,n);super(t,r,s)',
  },
  {
    what: "output that went to a file counts no longer as output",
    find: 'w.internalOutputAccounting={stdout:A,stderr:Math.min(E,x-A)},e.executionScope.accountResult(w,"redirection")',
    replace:
      'let gone=Math.min(x-A-Math.min(E,x-A),e.executionScope.outputBytesUsed);gone>0&&N6(e.executionScope,gone,"redirection");w.internalOutputAccounting={stdout:A,stderr:Math.min(E,x-A)};e.executionScope.accountResult(w,"redirection")',
  },
];
