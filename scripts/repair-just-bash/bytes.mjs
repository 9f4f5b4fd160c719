// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// Bytes that are no UTF-8 travel through variables, pipes, files and descriptors as they are: in a text such a byte is one
// character that stands for it (lib/sandbox/virtual/worker/commands/tool/lossless-text.ts). Descriptors hold bytes.

export const bytes = [
  {
    what: "bytes become a text that keeps them",
    find: 'function ue(e,t=Tc){let n=e;if(!n)return n;Rc(n.length,t,"UTF-8 decode");',
    replace:
      'function ue(e,t=Tc){if(!e)return e;Rc(e.length,t,"UTF-8 decode");return shellRuntime.textOfBytes(e)}function narrow6(e,t=Tc){let n=e;if(!n)return n;Rc(n.length,t,"UTF-8 decode");',
  },
  {
    what: "and a text becomes the same bytes",
    find: 'function Dn(e,t=Tc){if(!e)return e;Rc(_(e),t,"UTF-8 encode");',
    replace:
      'function Dn(e,t=Tc){if(!e)return e;Rc(e.length,t,"UTF-8 encode");return shellRuntime.bytesOfText(e)}function narrow7(e,t=Tc){if(!e)return e;Rc(_(e),t,"UTF-8 encode");',
  },
  {
    what: "what a command line printed is text already",
    find: "function $3(e){if(!e)return e;",
    replace: "function $3(e){return e}function narrow8(e){if(!e)return e;",
  },
  {
    what: "stderr is text",
    find: "function x4(e){let n=",
    replace: 'function x4(e){return"utf8"}function narrow9(e){let n=',
  },
  {
    what: "bytes and text that go the same way go as text",
    find: "let{stdout:l,stderr:c,exitCode:u}=t,d=t.stdoutKind===",
    replace:
      't.stderr!==""&&t.stdoutKind==="bytes"&&(t={...t,stdout:$c(t),stdoutKind:"text",stdoutEncoding:void 0});let{stdout:l,stderr:c,exitCode:u}=t,d=t.stdoutKind===',
  },
  {
    what: "a process substitution may print bytes",
    find: 'stdout:o.stdout?zr(i)+o.stdout:i.stdout,stdoutKind:o.stdout?"bytes":i.stdoutKind,',
    replace:
      'stdout:o.stdout?zr(i)+o.stdout:i.stdout,stdoutKind:o.stdout?"bytes":i.stdoutKind,stdoutEncoding:o.stdout?void 0:i.stdoutEncoding,',
  },
  {
    what: "$'…' may hold bytes",
    find: 'return s<t.length&&t[s]==="\'"&&s++,{part:Y.literal(r),endIndex:s}}function Vf',
    replace:
      'r=shellRuntime.readEscapes(t.slice(n,s),"dollar-quote").text;return s<t.length&&t[s]==="\'"&&s++,{part:Y.singleQuoted(r),endIndex:s}}function Vf',
  },
  {
    what: "a descriptor that reads a file holds its bytes",
    find: 'let s=await e.fs.readFile(r);return n?{entry:{kind:"readwrite"',
    replace: 'let s=await Wt(e.fs,r);return n?{entry:{kind:"readwrite"',
  },
  {
    what: "one that is read and written too",
    find: 'if(o.kind!=="readwrite")return!1;let a=',
    replace: 'if(o.kind!=="readwrite")return!1;s==="utf8"&&(r=Dn(r),s="binary");let a=',
  },
  {
    what: "a here-document on a named descriptor is bytes",
    find: 'Kn(e,O,{kind:"input",content:A})',
    replace: 'Kn(e,O,{kind:"input",content:Dn(A)})',
  },
  {
    what: "on a numbered one",
    find: 'Kn(e,x,{kind:"input",content:A})',
    replace: 'Kn(e,x,{kind:"input",content:Dn(A)})',
  },
  {
    what: "on another one",
    find: 'let O={kind:"input",content:A};',
    replace: 'let O={kind:"input",content:Dn(A)};',
  },
  {
    what: "a here-string on a named descriptor is bytes",
    find: 'N={kind:"input",content:`${S}\n`}',
    replace: 'N={kind:"input",content:Dn(`${S}\n`)}',
  },
  {
    what: "a here-string on a numbered one",
    find: 'Kn(e,A,{kind:"input",content:`${S}\n`})',
    replace: 'Kn(e,A,{kind:"input",content:Dn(`${S}\n`)})',
  },
  {
    what: "read counts characters where it is told a number",
    find: "b=e.state.groupStdin);let x=",
    replace: "b=e.state.groupStdin);let raw=b;if(l>=0||a>=0)b=ue(b);let x=",
  },
  {
    what: "and takes their bytes",
    find: "R=0,N=!0,I=F=>{y?cs(e,u,F)",
    replace: "R=0,N=!0,I=F=>{if(b!==raw){F=Dn(b.slice(0,F)).length;b=raw}y?cs(e,u,F)",
  },
  {
    what: "what read gives is text",
    find: "x===`\n`&&S.endsWith(`\n`)&&(S=S.slice(0,-1));let T=",
    replace: "S=ue(S);x===`\n`&&S.endsWith(`\n`)&&(S=S.slice(0,-1));let T=",
  },
  {
    what: "what mapfile gives is text",
    find: "for(let w=0;w<f.length;w++)we(e,l,i+w,f[w]);",
    replace: "for(let w=0;w<f.length;w++)we(e,l,i+w,ue(f[w]));",
  },
  {
    what: "a variable holds no NUL",
    find: 'let m=p.stdout.replace(/\\n+$/,"");return ss(m,',
    replace: 'let m=p.stdout.replace(/\\0/g,"").replace(/\\n+$/,"");return ss(m,',
  },
];
