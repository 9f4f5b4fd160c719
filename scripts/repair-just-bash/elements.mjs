// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// Operators that work on every element of an array or on every positional parameter, and what declare prints.

export const elements = [
  {
    what: "words of a command: changes of case and transformations go through all elements",
    find: "async function dr(e,t){return $w(e,t,VN())}",
    replace:
      "async function dr(e,t){let changed=await shellRuntime.withChangedElements(e,t);try{return await $w(e,changed.word,VN())}finally{changed.release()}}",
  },
  {
    what: "so they do in an assignment",
    find: "async function vd(e,t){let n=t.parts,r=n.length;",
    replace:
      "async function vd(e,t){let changed=await shellRuntime.withChangedElements(e,t);try{return await expandWord(e,changed.word)}finally{changed.release()}}async function expandWord(e,t){let n=t.parts,r=n.length;",
  },
  {
    what: "a pattern of ${x^pattern} changes the first character only when that one fits",
    find: "for(let f of t)!n.all&&u?c+=f:a.test(f)?(c+=l(f),u=!0):c+=f;return c}",
    replace: "for(let f of t)!n.all&&u?c+=f:a.test(f)?(c+=l(f),u=!0):(c+=f,u=!0);return c}",
  },
  {
    what: "letters without a capital of one character stay",
    find: 'n.direction==="upper"?n.all?t.toUpperCase():t.charAt(0).toUpperCase()+t.slice(1):',
    replace: 'n.direction==="upper"?shellRuntime.capitals(t,n.all):',
  },
  {
    what: "${x@U} too",
    find: 'case"u":return n.charAt(0).toUpperCase()+n.slice(1);case"U":return n.toUpperCase();case"L":return n.toLowerCase();default:return n}}',
    replace:
      'case"u":return shellRuntime.capitals(n,!1);case"U":return shellRuntime.capitals(n,!0);case"L":return n.toLowerCase();default:return n}}',
  },
  {
    what: "${x@A} tells attributes",
    find: 'case"A":return r?"":`${t}=${ts(n)}`;',
    replace: 'case"A":return shellRuntime.assignmentText(e.state,t,r?void 0:n);',
  },
  {
    what: "${x@Q} quotes as bash does",
    find: 'function ts(e){if(e==="")return"\'\'";',
    replace: 'function ts(e){return shellRuntime.singleQuoted(e)}function narrow10(e){if(e==="")return"\'\'";',
  },
  {
    what: "declare -p tells attributes",
    find: 'function $4(e,t){let n="",r="",s=!1;for(let i of t){',
    replace:
      'function $4(e,t){let n="",r="",s=!1;for(let i of t){let text=shellRuntime.declarationText(e.state,i);if(text===void 0){r+=`bash: declare: ${i}: not found\n`;s=!0}else n+=text+"\\n";continue;',
  },
];
