// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// Builtins of the interpreter that list, change and refuse otherwise than bash's, or that have been written anew (interpreter/shell-builtins.ts).

export const builtins = [
  {
    what: "shopt is ours",
    find: 'if(t==="shopt")return K4(c,n);',
    replace: "",
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
    what: "declare -A as well",
    find: 'e.state.associativeArrays??=new Set,e.state.associativeArrays.add(P),Qr(e,P,"associative")}let U=Gt(e,P);',
    replace:
      'e.state.associativeArrays??=new Set,e.state.associativeArrays.add(P),Gt(e,P)||(e.state.declaredVars??=new Set).add(P),Qr(e,P,"associative")}let U=Gt(e,P);',
  },
  {
    what: "local - is refused, not passed over",
    find: 'else if(d.startsWith("-")&&!d.includes("="))for(let p of d.slice(1))p==="n"',
    replace:
      'else if(d==="-")return K("bash: local: -: not supported by this shell\\n");else if(d.startsWith("-")&&!d.includes("="))for(let p of d.slice(1))p==="n"',
  },
  {
    what: "DIRSTACK is an array that the shell keeps",
    find: "function Bt(e,t){return e.state.arrays?.get(t)}",
    replace: 'function Bt(e,t){return t==="DIRSTACK"?shellRuntime.directoryArray(e.state):e.state.arrays?.get(t)}',
  },
  {
    what: "and is there from the start",
    find: "function Gt(e,t){return e.state.arrays?.has(t)??!1}",
    replace: 'function Gt(e,t){return t==="DIRSTACK"||(e.state.arrays?.has(t)??!1)}',
  },
];
