// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// What the parser loses or does not know: the words as the script wrote them (declare -f, $BASH_COMMAND), select, and
// arithmetic that it would put together from tokens.

export const syntax = [
  {
    what: "a word knows its text",
    find: "parseWord(t=qt.Default){",
    replace:
      "parseWord(t=qt.Default){let from=this.current().start,word=this.parseWordItself(t);word.source=this._input.slice(from,this.tokens[this.pos-1].end);return word}parseWordItself(t=qt.Default){",
  },
  {
    what: "so does an argument that is no plain word",
    find: "function Zf(e){let t=e.getSourceLine(),n=[],r=null,s=[],i=[];",
    replace:
      "function Zf(e){let t=e.getSourceLine(),n=[],r=null,s=[],i=[],plain=s.push.bind(s);s.push=word=>{word.source??=e.getInput().slice(from,e.peek(-1).end);return plain(word)};let from=0;",
  },
  {
    what: "and where it begins",
    find: 'else if(e.check(v.ASSIGNMENT_WORD)){let a=e.advance(),l=a.value,c=l.endsWith("="),u=l.endsWith("=(");',
    replace:
      'else if(from=e.current().start,e.check(v.ASSIGNMENT_WORD)){let a=e.advance(),l=a.value,c=l.endsWith("="),u=l.endsWith("=(");',
  },
  {
    what: "and an assignment",
    find: "function wk(e){let t=e.expect(v.ASSIGNMENT_WORD),",
    replace:
      "function wk(e){let from=e.current().start,assignment=readAssignment(e);assignment.source=e.getInput().slice(from,e.peek(-1).end);return assignment}function readAssignment(e){let t=e.expect(v.ASSIGNMENT_WORD),",
  },
  {
    what: "and a here-document",
    find: "t.redirect.target=Y.hereDoc(t.delimiter,r,t.stripTabs,t.quoted,n.heredocTerminated??!1)",
    replace:
      "t.redirect.target=Y.hereDoc(t.delimiter,r,t.stripTabs,t.quoted,n.heredocTerminated??!1),t.redirect.target.text=n.value",
  },
  {
    what: "(( )) is read as it is written",
    find: "let a=this.parseArithmeticExpression(n.trim()),l=this.parseOptionalRedirections();return Y.arithmeticCommand(a,l,this.getSourceLine(t))",
    replace:
      'let written=this._input.slice(t.end,this.tokens[this.pos-1].end).replace(/\\\\\\n/g,""),inner=/\\)\\s*\\)$/.test(written)?written.replace(/\\)\\s*\\)$/,""):n,a=this.parseArithmeticExpression(inner.trim()),l=this.parseOptionalRedirections(),node=Y.arithmeticCommand(a,l,this.getSourceLine(t));node.source=inner;return node',
  },
  {
    what: "[[ ]] knows its text",
    find: "let t=this.expect(v.DBRACK_START),n=rd(this);this.expect(v.DBRACK_END);let r=this.parseOptionalRedirections();return Y.conditionalCommand(n,r,this.getSourceLine(t))",
    replace:
      "let t=this.expect(v.DBRACK_START),n=rd(this),end=this.expect(v.DBRACK_END);let r=this.parseOptionalRedirections(),node=Y.conditionalCommand(n,r,this.getSourceLine(t));node.source=this._input.slice(t.end,end.start);return node",
  },
  {
    what: "so does the head of for (( ))",
    find: "function Ek(e,t,n){e.expect(v.DPAREN_START);",
    replace: "function Ek(e,t,n){let opened=e.expect(v.DPAREN_START).end,closed;",
  },
  {
    what: "where the head ends",
    find: "e.expect(v.DPAREN_END),o[0].trim()&&(r=Me(e,o[0].trim()))",
    replace: "closed=e.expect(v.DPAREN_END).start,o[0].trim()&&(r=Me(e,o[0].trim()))",
  },
  {
    what: "the head itself",
    find: 'return{type:"CStyleFor",init:r,',
    replace: 'return{type:"CStyleFor",source:e.getInput().slice(opened,closed),init:r,',
  },
  {
    what: "select is a loop",
    find: "case v.TIME:break;case v.BANG:this.error(",
    replace: "case v.SELECT:{let node=Qf(this);node.select=!0;return node}case v.TIME:break;case v.BANG:this.error(",
  },
  {
    what: "select begins like for",
    find: "function Qf(e,t){let n=e.expect(v.FOR);",
    replace: "function Qf(e,t){let n=e.check(v.SELECT)?e.advance():e.expect(v.FOR);",
  },
  {
    what: 'for without a list goes through "$@", word by word',
    find: 'i=(e.state.env.get("@")||"").split(" ").filter(Boolean)',
    replace: "i=shellRuntime.positional(e.state)",
  },
  {
    what: "select asks what to loop over",
    find: "e.state.loopDepth++;try{for(let o of i){s++,",
    replace: "e.state.loopDepth++;try{for await(let o of t.select?shellRuntime.choices(e,i,n):i){s++,",
  },
  {
    what: "type prints a function as bash does",
    find: "function r3(e,t){let n;",
    replace:
      "function r3(e,t){return`${e} is a function\n${shellRuntime.functionText(e,t)}`}function narrow5(e,t){let n;",
  },
  {
    what: "so does declare -f",
    find: 'for(let W of T)I+=`${W} ()\n{\n    # function body\n}\n`;return $e(I)}let N=!0;for(let I of w)e.state.functions.has(I)||(N=!1);return Q("","",N?0:1)}',
    replace:
      'for(let W of T)I+=shellRuntime.functionText(W,e.state.functions.get(W));return $e(I)}let N=!0,shown="";for(let I of w)e.state.functions.has(I)?shown+=shellRuntime.functionText(I,e.state.functions.get(I)):N=!1;return Q(shown,"",N?0:1)}',
  },
];
