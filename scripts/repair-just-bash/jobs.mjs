// Background commands, signals and traps, and turns for everything that waits while a script computes.

export const jobs = [
  {
    what: "a statement: background, a turn for others, signals that came",
    find: 'async executeStatement(t){if(this.assertDefenseContext("statement"),this.ctx.state.signal?.aborted)throw new He;',
    replace:
      'async executeStatement(t){if(this.assertDefenseContext("statement"),this.ctx.state.signal?.aborted)throw new He;{let turn=shellRuntime.takeTurn();if(turn&&(await turn,this.ctx.state.signal?.aborted))throw new He}if(t.background&&!this.ctx.state.options.noexec&&!t.deferredError)return shellRuntime.startInBackground(this,t);',
  },
  {
    what: "traps of signals run between two commands",
    find: 'let n=new hn(this.ctx.executionScope,"statement");',
    replace:
      'let n=new hn(this.ctx.executionScope,"statement");if(this.ctx.state.pendingSignals?.length)await shellRuntime.runPending(this.ctx,l=>n.appendResult(l,$c(l)));',
  },
  {
    what: "what && and || ask about is a condition, also within functions",
    find: "let f=await this.executePipeline(c);n.appendResult(f,$c(f))",
    replace:
      "let f,asked=this.ctx.state.inCondition;if(l<t.pipelines.length-1||c.negated)this.ctx.state.inCondition=!0;try{f=await this.executePipeline(c)}finally{this.ctx.state.inCondition=asked}n.appendResult(f,$c(f))",
  },
  {
    what: "the ERR trap",
    find: "let o=s<t.pipelines.length-1,a=this.ctx.state.errexitSafe;",
    replace:
      "let o=s<t.pipelines.length-1,a=this.ctx.state.errexitSafe;if(r!==0&&!o&&!i&&!a&&!this.ctx.state.inCondition&&this.ctx.state.traps){let l=await shellRuntime.afterError(this.ctx,t.pipelines[s]);l&&n.appendResult(l,$c(l))}",
  },
  {
    what: "a subshell has traps and jobs of its own",
    find: "return await $n(e,t.redirections,n,l=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0))",
    replace:
      "return await $n(e,t.redirections,n,l=>shellRuntime.runSubshell(e,()=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0)))",
  },
  {
    what: "and the outer shell gets its own back",
    find: "function _p(e){let t={env:e.env,",
    replace: "function _p(e){let t={traps:e.traps,jobs:e.jobs,subshellDepth:e.subshellDepth,env:e.env,",
  },
  {
    what: "the builtins of job control",
    find: 'if(t==="wait")return Fe;',
    replace: "{let known=shellRuntime.builtin(t);if(known)return known(c,n)}",
  },
  {
    what: "exec of a command ends the shell",
    find: "return{...await u(f,d,[],s,!1,!1,-1,l),internalProducerOmitsShellPrefix:!0}}",
    replace: "let ended=await u(f,d,[],s,!1,!1,-1,l);throw new he(ended.exitCode,$c(ended),ended.stderr)}",
  },
  {
    what: "deep recursion stands on promises, not on the stack",
    find: 'async function pc(e,t,n,r="",s,i=!1){',
    replace: 'async function pc(e,t,n,r="",s,i=!1){await null;',
  },
  {
    what: "a stop with a clock of its own takes the other one along and is passed on as it is: it is seen while a command computes",
    find: "if(t.length===1)return{signal:t[0],cleanup(){}};let n=new AbortController,r=[];",
    replace:
      "if(t.length===1)return{signal:t[0],cleanup(){}};let last=t[t.length-1];if(last.adopt){last.adopt(t[0]);return{signal:last,cleanup(){}}}let n=new AbortController,r=[];",
  },
  {
    what: "and a command gets it as it is",
    find: "signal:c(r?.signal)}),{context:",
    replace: "signal:c(e.signal?.adopt?e.signal:r?.signal)}),{context:",
  },
  {
    what: "a command that its own `timeout` ended late does not end the script",
    find: "throw m||s.poisonAfterAbort(g),g",
    replace: "throw m||i?.isOver||s.poisonAfterAbort(g),g",
  },
];
