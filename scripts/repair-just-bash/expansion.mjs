// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// Expansions that are cut silently or lose precision in just-bash.

export const expansion = [
  {
    what: "brace lists are longer",
    find: "var Uo=1e4,md=",
    replace: "var Uo=1e6+1,md=",
  },
  {
    what: "brace lists within each other are longer too",
    find: "var Hw=1e5;",
    replace: "var Hw=1e6;",
  },
  {
    what: "and never cut silently",
    find: "if(e.length>=n.maxResults)return!1;",
    replace:
      'if(e.length>=n.maxResults)throw new C(`brace expansion: more than ${n.maxResults} words`,"array_elements");',
  },
  {
    what: "integers have 64 bits: what is calculated",
    find: "function qN(e,t,n){switch(n){",
    replace:
      'function qN(e,t,n){if((n==="/"||n==="%")&&t===0)throw new Ge("division by 0");if(n==="**"&&t<0)throw new Ge("exponent less than 0");return shellRuntime.calculate(e,t,n)}function narrow1(e,t,n){switch(n){',
  },
  {
    what: "what is calculated and assigned",
    find: "function Yw(e,t,n){switch(n){",
    replace: 'function Yw(e,t,n){return n==="="?t:qN(e,t,n.slice(0,-1))}function narrow2(e,t,n){switch(n){',
  },
  {
    what: "what is negated",
    find: "function ZN(e,t){switch(t){",
    replace: "function ZN(e,t){return shellRuntime.negate(e,t)}function narrow3(e,t){switch(t){",
  },
  {
    what: "what is written",
    find: 'function Lo(e){if(e.includes("#")){',
    replace: 'function Lo(e){return shellRuntime.integerLiteral(e)}function narrow4(e){if(e.includes("#")){',
  },
  {
    what: "what a variable holds; 010 is octal there too",
    find: "let s=Number.parseInt(r,10);if(!Number.isNaN(s)&&/^-?\\d+$/.test(r.trim()))return s;let i=r.trim();",
    replace: "let i=r.trim();if(/^-?(?:0|[1-9]\\d*)$/.test(i))return shellRuntime.integer(i);",
  },
  {
    what: "what an element holds",
    find: "let r=Number.parseInt(t,10);if(!Number.isNaN(r)&&/^-?\\d+$/.test(t.trim()))return r;let s=t.trim();",
    replace: "let s=t.trim();if(/^-?(?:0|[1-9]\\d*)$/.test(s))return shellRuntime.integer(s);",
  },
  {
    what: "what is counted up and down",
    find: 'a=Number.parseInt(await We(e,o),10)||0,l=t.operator==="++"?a+1:a-1;',
    replace: 'a=shellRuntime.integer(await We(e,o)),l=shellRuntime.calculate(a,1,t.operator==="++"?"+":"-");',
  },
  {
    what: "what is added to",
    find: 'c=Number.parseInt(l||"0",10)||0,u=await s(t.value),f=Yw(c,u,t.operator);',
    replace: 'c=shellRuntime.integer(l||"0"),u=await s(t.value),f=Yw(c,u,t.operator);',
  },
  {
    what: "a command within an expression runs in this shell, and knows its functions",
    find: 'if(e.execFn){let i=await e.execFn(t.command,{signal:e.state.signal});i.stderr&&(e.state.expansionStderr=(e.state.expansionStderr||"")+i.stderr);let o=i.stdout.trim();return Number.parseInt(o,10)||0}return 0',
    replace: "return shellRuntime.integer((await _l(e,t.command)).trim())",
  },
  {
    what: "so does one that makes a part of a number",
    find: 'return e.execFn?(await e.execFn(t.command,{signal:e.state.signal})).stdout.trim():"0"',
    replace: "return(await _l(e,t.command)).trim()",
  },
  {
    what: "an unset variable under set -u ends with 127, as bash -c does",
    find: 'if(i instanceof Jt)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=1,',
    replace:
      'if(i instanceof Jt)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=shellRuntime.unsetExitCode(this.ctx.state),',
  },
  {
    what: "an impossible expression ends the command line",
    find: 'if(i instanceof Ge){r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=1,this.ctx.state.lastExitCode=n,this.ctx.state.env.set("?",String(n));continue}',
    replace:
      'if(i instanceof Ge)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=1,this.ctx.state.lastExitCode=n,this.ctx.state.env.set("?",String(n)),{...r.build(n),env:Ht(this.ctx.state.env)};',
  },
  {
    what: 'the words of an array given to local or declare stay words: substitutions, defaults and "$@" are not lost',
    find: 'let p=d.map(m=>Gf(e,m)),h=`${f}=(${p.join(" ")})`;s.push(e.parseWordFromString(h,!1,!1,!0))',
    replace:
      'let p=d.map(m=>Gf(e,m)),h=`${f}=(${p.join(" ")})`,given=e.parseWordFromString(h,!1,!1,!0);given.arrayWords=d;given.arrayName=f;s.push(given)',
  },
  {
    what: "and are expanded as such",
    find: 'async function e4(e,t){let n="",r=0;',
    replace:
      'async function keyOf(e,t,n){let r=t.parts[1];return t.parts[0].pattern==="["&&r.type!=="Literal"&&r.type!=="SingleQuoted"?await _e(e,{type:"Word",parts:[r]}):/[$`]/.test(n)?await n3(e,n):n}async function e4(e,t){if(t.arrayWords&&/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(t.arrayName)){let words=[];for(let i of t.arrayWords){let o=Lf(i);if(o)words.push({key:await keyOf(e,i,o.key),value:o.valueParts.length>0?await _e(e,{type:"Word",parts:o.valueParts}):""});else for(let a of(await dr(e,i)).values)words.push({value:a})}return shellRuntime.arrayText(t.arrayName,words)}let n="",r=0;',
  },
  {
    what: "and taken apart as such",
    find: "function Br(e,t){if(t&&_(e)>t.maxStringBytes)",
    replace:
      "function Br(e,t){let known=shellRuntime.arrayValues(e);if(known)return known;if(t&&_(e)>t.maxStringBytes)",
  },
  {
    what: "with keys too",
    find: "function sc(e,t){if(t&&_(e)>t.maxStringBytes)",
    replace: "function sc(e,t){let known=shellRuntime.arrayPairs(e);if(known)return known;if(t&&_(e)>t.maxStringBytes)",
  },
  {
    what: "a key may be any expansion",
    find: 't.pattern==="["&&(n.type==="DoubleQuoted"||n.type==="SingleQuoted")',
    replace: 't.pattern==="["&&n.type!=="Literal"',
  },
  {
    what: "a key may be any expansion: its text",
    find: 'else{r="";for(let d of n.parts)',
    replace: 'else{r="";for(let d of n.parts??[])',
  },
  {
    what: "a key may be any expansion: that it is one",
    find: 'n.pattern==="["&&(r.type==="DoubleQuoted"||r.type==="SingleQuoted")',
    replace: 'n.pattern==="["&&r.type!=="Literal"',
  },
  {
    what: "keys of an indexed array are expanded",
    find: 'i.push({type:"keyed",indexExpr:u,',
    replace: 'i.push({type:"keyed",indexExpr:await keyOf(e,l,u),',
  },
  {
    what: "keys of an associative array are expanded",
    find: 'p="",a.push({type:"keyed",key:u,value:p,append:d})}else{let u=await _e(e,l',
    replace: 'p="",a.push({type:"keyed",key:await keyOf(e,l,u),value:p,append:d})}else{let u=await _e(e,l',
  },
  {
    what: "a list that is given to a nameref is given to its target",
    find: 'let m=cn(e,n);if(m&&/^[a-zA-Z_][a-zA-Z0-9_]*\\[@\\]$/.test(m))return{continueToNext:!1,xtraceOutput:"",error:Q("",`bash: ${n}: cannot assign list to array member\n`,1)}}',
    replace:
      'let m=cn(e,n);if(m&&/^[a-zA-Z_][a-zA-Z0-9_]*\\[@\\]$/.test(m))return{continueToNext:!1,xtraceOutput:"",error:Q("",`bash: ${n}: cannot assign list to array member\n`,1)};m&&(n=m)}',
  },
  {
    what: "local knows the options of declare",
    find: 'if(t==="local")return xp(c,n);',
    replace:
      'if(t==="local")return c.state.localScopes.length>0&&n.some(f=>/^-[a-zA-Z]*[Airxlu]/.test(f))?cp(c,n):xp(c,n);',
  },
  {
    what: "a pattern that ends with a slash finds directories only, and keeps the slash",
    find: "async expand(t){if(this.globstar){",
    replace:
      'async expand(t){if(t.length>1&&t.endsWith("/")){let found=await this.expand(t.replace(/\\/+$/,"")),kept=[];for(let one of found)try{(await this.fs.stat(this.fs.resolvePath(this.cwd,one))).isDirectory&&kept.push(one+"/")}catch{}return kept}if(this.globstar){',
  },
  {
    what: "what env -i gives to a command is exported to it",
    find: "arrays:u.replaceEnv?new Map:qn(this.state.arrays),",
    replace:
      "arrays:u.replaceEnv?shellRuntime.firstArrays():qn(this.state.arrays),exportedVars:u.replaceEnv&&u.env?shellRuntime.exportedNames(void 0,u.env):this.state.exportedVars,",
  },
];
