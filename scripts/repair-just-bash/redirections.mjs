// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// A redirection that fails (missing directory, read-only mount, full workspace) throws through the whole script in just-bash:
// all output is lost and `|| fallback` never runs. In bash it is that command's failure.

/** The words of the file system's error, as bash prints them. */
const REASON = (error, otherwise) =>
  `(/^E[A-Z]+: ([^,]+)/.exec(${error}?.message)?.[1]?.replace(/^./,(c)=>c.toUpperCase())??${JSON.stringify(otherwise)})`;

const WRITE_FAILED = `catch(error){c+=\`\${o}: write error: \${${REASON("error", "Input/output error")}}\\n\`;u=1}`;

export const redirections = [
  {
    what: "a redirection that cannot be opened fails its command",
    find: 'catch(a){if(!s)throw a;return{error:Q("",`bash: ${t}: cannot open redirect target\n`,1)}}',
    replace: `catch(a){return{error:Q("",\`bash: \${t}: \${${REASON("a", "cannot open redirect target")}}\n\`,1)}}`,
  },
  {
    what: "output that cannot be written to a file fails its command",
    find: "let E=async(A,O,R)=>{A.append?await e.fs.appendFile(A.path,O,R):await e.fs.writeFile(A.path,O,R)};",
    replace: `let E=async(A,O,R)=>{try{A.append?await e.fs.appendFile(A.path,O,R):await e.fs.writeFile(A.path,O,R)}${WRITE_FAILED}},toDescriptor=async(...given)=>{try{await Vd(...given)}${WRITE_FAILED}};`,
  },
  {
    what: "the same for both streams into one descriptor",
    find: "await E(h,A,p(A)):await Vd(e,h.source.entry,h.source.descriptors,A,p(A))",
    replace: "await E(h,A,p(A)):await toDescriptor(e,h.source.entry,h.source.descriptors,A,p(A))",
  },
  {
    what: "the same for one stream into a descriptor",
    find: "await Vd(e,O.source.entry,O.source.descriptors,A,R?p(A):x4(A))",
    replace: "await toDescriptor(e,O.source.entry,O.source.descriptors,A,R?p(A):x4(A))",
  },
];
