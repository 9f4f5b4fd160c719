// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// How a simple command is found and run: its name may be several words, its input may be one that the shell has opened, and
// a script is run by its own interpreter.

export const commands = [
  {
    what: 'the name of a command is expanded as its arguments are: "$@" alone is a command with arguments',
    find: "let u=await _e(this.ctx,t.name),f=[],d=[],p=",
    replace:
      'let named=t.name.parts.length===1&&t.name.parts[0].type==="Literal"?[await _e(this.ctx,t.name)]:[...(await dr(this.ctx,t.name)).values],u=named.shift(),f=[],d=[],p=',
  },
  {
    what: "its other words are arguments",
    find: 'if(Fp(t.name,["local","declare","typeset","export","readonly"])&&(u==="local"||',
    replace:
      'for(let N of named)p(N,!0);if(Fp(t.name,["local","declare","typeset","export","readonly"])&&(u==="local"||',
  },
  {
    what: "a name of no words makes the first argument the command",
    find: 'let m=t.name.parts.every(N=>N.type==="CommandSubstitution"||N.type==="ParameterExpansion"||N.type==="ArithmeticExpansion");!u&&m&&f.length>0&&(u=f.shift(),d.shift());',
    replace: "let m=u===void 0;m&&f.length>0&&(u=f.shift(),d.shift());",
  },
  {
    what: "a group with an input of its own does not read the shell's",
    find: "let o=e.state.groupStdin,a=e.state.groupStdinSourceFd;i.stdin!==void 0&&(",
    replace:
      "let o=e.state.groupStdin,a=e.state.groupStdinSourceFd,showInput=i.stdin!==void 0&&i.stdinSourceFd!==0?shellRuntime.hideInput(e.state):()=>{};i.stdin!==void 0&&(",
  },
  {
    what: "and afterwards it is there again",
    find: "finally{i.stdin!==void 0&&(e.state.groupStdin=o,e.state.groupStdinSourceFd=a)}",
    replace: "finally{showInput();i.stdin!==void 0&&(e.state.groupStdin=o,e.state.groupStdinSourceFd=a)}",
  },
  {
    what: "a number in quotes is no descriptor",
    find: "return/^[0-9]+$/.test(u)?{type:v.NUMBER,",
    replace: "return/^[0-9]+$/.test(u)&&!f&&!d?{type:v.NUMBER,",
  },
  {
    what: "a script is run by the interpreter that it names",
    find: "await a(c.path,n,r);let{cmd:u,path:f}=c;",
    replace:
      'await shellRuntime.runScriptFile(i,{path:c.path,called:t.includes("/")?t:c.path,given:n},(o,l)=>e.runCommand(o,l,[],r,!0));let{cmd:u,path:f}=c;',
  },
  {
    what: "bash takes its options",
    find: 'AS={name:"bash",async execute(e,t){',
    replace: 'AS={name:"bash",async execute(e,t){return shellRuntime.bash("bash",e,t);',
  },
  {
    what: "sh too",
    find: 'CS={name:"sh",async execute(e,t){',
    replace: 'CS={name:"sh",async execute(e,t){return shellRuntime.bash("sh",e,t);',
  },
  {
    what: "export -f gives a function to the shells that are started",
    find: "function gp(e,t){let n=!1,r=[];",
    replace:
      "function gp(e,t){let functions=shellRuntime.exportFunctions(e.state,t);if(functions)return functions;let n=!1,r=[];",
  },
];
