// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// How words are expanded and split, patterns of file names, and assignments to elements.

export const words = [
  {
    what: "every list of a quoted word makes its own words",
    find: "let p=await NN(e,r,a,c,u,n);if(p!==null)return p;",
    replace:
      'let several=await shellRuntime.severalLists(r,{words:async z=>(await $w(e,{type:"Word",parts:[z]},n)).values,text:z=>n.expandPart(e,z)});if(several)return several;let p=await NN(e,r,a,c,u,n);if(p!==null)return p;',
  },
  {
    what: "blanks at the start of a value end the word before it, blanks at the end too",
    find: 'if(f&&h&&l===""&&(en(e,a,""),c=!0),p.length===0)m&&(u=!0);',
    replace:
      'if((u||MN(d.value,n)&&/^\\s/.test(d.value))&&l!==""&&d.value!==""&&p[0]!==""&&(en(e,a,l),c=!0,l="",u=!1),f&&h&&l===""&&(en(e,a,""),c=!0),p.length===0)m&&(u=!0);',
  },
  {
    what: "${#@} is how many there are",
    find: 'function q7(e,t,n){e.coverage?.hit("bash:expansion:length");',
    replace:
      'function q7(e,t,n){e.coverage?.hit("bash:expansion:length");if(t==="@"||t==="*")return e.state.env.get("#")||"0";',
  },
  {
    what: "an & of a replacement is what was found",
    find: 'let a=n.replacement?await r(e,n.replacement.parts):"";if(n.anchor==="start"?i=`^${i}`:n.anchor==="end"&&(i=`${i}$`),i==="")return t;',
    replace:
      'let a=n.replacement?await shellRuntime.replacement(n.replacement.parts,z=>r(e,z)):"";if(n.anchor==="start"?i=`^${i}`:n.anchor==="end"&&(i=`${i}$`),i==="")return t;',
  },
  {
    what: "an & of a replacement is put in",
    find: "i.append(r),o=a.index+a[0].length,!s",
    replace: "i.append(shellRuntime.replaced(r,a[0])),o=a.index+a[0].length,!s",
  },
  {
    what: "an expansion within an expression is any expansion",
    find: 'case"ArithBracedExpansion":{let i=await Gl(e,t.content);return Number.parseInt(i,10)||0}',
    replace: 'case"ArithBracedExpansion":{let i=await Gl(e,t.content);return await QN(e,i,r)}',
  },
  {
    what: "its text",
    find: 'async function Gl(e,t){if(t.startsWith("#")){',
    replace:
      'async function Gl(e,t){return await _e(e,new be().parseWordFromString("${"+t+"}",!1,!1))}async function narrow20(e,t){if(t.startsWith("#")){',
  },
  {
    what: "commas that are quoted divide no brace list",
    find: 'let i=e[s];i==="{"?(r++,n+=i)',
    replace:
      'let i=e[s];i==="\\\\"?n+=i+(e[++s]??""):(i==="\'"||i===\'"\')&&e.indexOf(i,s+1)>s?(n+=e.slice(s,e.indexOf(i,s+1)+1),s=e.indexOf(i,s+1)):i==="{"?(r++,n+=i)',
  },
  {
    what: "** stands for folders at any depth, beside any other pattern",
    find: 'if(t.includes("**")&&this.globstar&&this.isGlobstarValid(t))n=await this.expandRecursive(t);else{let r=t.replace(/\\*\\*+/g,"*");',
    replace:
      'if(this.globstar&&t.split("/").includes("**"))n=await shellRuntime.globstar(this,t);else{let r=t.replace(/\\\\.|\\*\\*+/gs,z=>z[0]==="*"?"*":z);',
  },
  {
    what: "shopt -s nocaseglob",
    find: "patternToRegex(t){let n=this.patternToRegexStr(t);return ie(`^${n}$`)}",
    replace: 'patternToRegex(t){let n=this.patternToRegexStr(t);return ie(`^${n}$`,this.nocase?"i":"")}',
  },
  {
    what: "whether shopt -s nocaseglob is set",
    find: 'consumeOperation;constructor(t,n,r,s){this.fs=t,this.cwd=n,typeof s=="boolean"?',
    replace:
      'consumeOperation;constructor(t,n,r,s){this.nocase=(r?.get("BASHOPTS")??"").split(":").includes("nocaseglob");this.fs=t,this.cwd=n,typeof s=="boolean"?',
  },
  {
    what: "a variable whose second element is set keeps its value as the first",
    find: "function we(e,t,n,r,s){let i=$o(e,t,s),o=String(n);",
    replace:
      'function we(e,t,n,r,s){let plain=s!=="associative"&&!Gt(e,t)?e.state.env.get(t):void 0,i=$o(e,t,s),o=String(n);if(plain!==void 0&&i.kind==="indexed"){i.elements.set("0",plain);e.state.env.delete(t)}',
  },
  {
    what: "declare -i, -u and -l hold for an element that is set",
    find: 'let u=i?Ec(e,Xe(e,a,c)||"",s):s;',
    replace: 'let u=await elementValue(e,a,s,i?Xe(e,a,c)||"":void 0);',
  },
  {
    what: "and for those of a list",
    find: "we(e,t,o+a,i[a])",
    replace: "we(e,t,o+a,await elementValue(e,t,i[a]))",
  },
  {
    what: "the value of an element by what its array was declared as",
    find: "async function n3(e,t){",
    replace:
      'async function elementValue(e,t,n,r){if(e.state.integerVars?.has(t)){let s=()=>({depth:0,visited:new Set}),i=await QN(e,n,s());return String(r===void 0?i:shellRuntime.calculate(await QN(e,r,s()),i,"+"))}let o=r===void 0?n:Ec(e,r,n);return e.state.uppercaseVars?.has(t)?o.toUpperCase():e.state.lowercaseVars?.has(t)?o.toLowerCase():o}async function n3(e,t){',
  },
  {
    what: "an array that a local variable has become ends with it",
    find: "r.set(p,x),c&&i(p)}",
    replace: "r.set(p,x),i(p)}",
  },
  {
    what: "a name that stands for an array is that array",
    find: 'function xe(e,t){return t==="FUNCNAME"?',
    replace: 'function xe(e,t){if(e.state.namerefs?.has(t))t=cn(e,t)??t;return t==="FUNCNAME"?',
  },
  {
    what: "what exec cannot keep open is said",
    find: 'if(u==="exec"&&(f.length===0||f[0]==="--")){',
    replace:
      'if(u==="exec"&&t.redirections.some(z=>z.target?.parts?.some(y=>y.type==="ProcessSubstitution"&&y.direction!=="input")))throw new he(1,"",shellRuntime.located(this.ctx.state,"bash: exec: >( ) cannot be kept open by this shell; put the commands into a group: { ...; } > >(command)\\n"));if(u==="exec"&&(f.length===0||f[0]==="--")){',
  },
  {
    what: "options of mapfile that are not known are said",
    find: 'w==="-u"||w==="-C"||w==="-c"?c+=2:(w.startsWith("-")||(l=w),c++)',
    replace: 'w.startsWith("-")&&w!=="--"?(l=w,c=t.length):(w==="--"||(l=w),c++)',
  },
  {
    what: "options of mapfile that are not known are named",
    find: "mapfile: ${l}: not a valid identifier",
    replace:
      'bash: mapfile: ${l}: ${l.startsWith("-")?"this shell does not have this option":"not a valid identifier"}',
  },
  {
    what: "patterns of case that need extglob are no syntax without it",
    find: "for(let c of a.patterns){let u=await _e(e,c);",
    replace:
      'for(let c of a.patterns){if(!e.state.shoptOptions.extglob&&c.parts.some(z=>/[@+?!*]\\(/.test(z.type==="Glob"?z.pattern:z.type==="Literal"?z.value:"")))throw new he(2,"",shellRuntime.located(e.state,"bash: syntax error near unexpected token `(\': shopt -s extglob allows this pattern\\n"));let u=await _e(e,c);',
  },
  {
    what: "the version as numbers",
    find: "this.state={env:s,arrays:new Map,cwd:r",
    replace: "this.state={env:s,arrays:shellRuntime.firstArrays(),cwd:r",
  },
  {
    what: "the version whose language this is",
    find: 'T6="5.1.0(1)-release"',
    replace: 'T6="5.2.15(1)-release"',
  },
  {
    what: "standard input that a pipe gives is a pipe",
    find: '"/dev/stderr"].includes(r);case"-p":return!1;',
    replace: '"/dev/stderr"].includes(r);case"-p":return r==="/dev/stdin"&&e.state.groupStdin!==void 0;',
  },
  {
    what: "set -u lets a variable be unset where its default stands beside it",
    find: 'c=await Cr(e,l),u=await We(e,l),f=u==="",d=s.checkEmpty??!1;',
    replace: 'c=await Cr(e,l),u=await We(e,l,!1),f=u==="",d=s.checkEmpty??!1;',
  },
];
