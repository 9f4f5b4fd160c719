// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of the bundle.
// What cannot be expanded or assigned: it ends the rest of its line, as in bash, and no more of the script.

export const failures = [
  {
    what: "what cannot be expanded ends the rest of its line, and no more of the script",
    find: 'if(i instanceof nn)return r.append("stdout",i.stdout,i.internalOutputAccounting.stdout),r.append("stderr",i.stderr,i.internalOutputAccounting.stderr),n=1,this.ctx.state.lastExitCode=n,this.ctx.state.env.set("?",String(n)),{...r.build(n),exitCode:n,env:Ht(this.ctx.state.env)};',
    replace:
      'if(i instanceof nn){r.append("stdout",i.stdout,i.internalOutputAccounting.stdout);r.append("stderr",i.stderr,i.internalOutputAccounting.stderr);n=1;this.ctx.state.lastExitCode=n;this.ctx.state.env.set("?",String(n));if(this.ctx.state.options.errexit)return{...r.build(n),exitCode:n,env:Ht(this.ctx.state.env)};discarded=s.lastLine;continue}',
  },
  {
    what: "the line",
    find: "for(let s of t.statements)try{let i=await this.executeStatement(s);r.appendResult(i,$c(i))",
    replace:
      "let discarded;for(let s of t.statements)try{if(discarded!==void 0&&s.firstLine===discarded)continue;let i=await this.executeStatement(s);r.appendResult(i,$c(i))",
  },
  {
    what: "a pattern that matches nothing under failglob is such a thing",
    find: "s instanceof pr)return K(s.stderr);throw s}}",
    replace:
      's instanceof pr||s instanceof nn)throw new nn("",s.stdout,shellRuntime.located(this.ctx.state,s.stderr));throw s}}',
  },
  {
    what: "also as the words of for",
    find: 'if(o instanceof pr)return{stdout:"",stderr:o.stderr,exitCode:1};throw o}',
    replace: 'if(o instanceof pr)throw new nn("",o.stdout,o.stderr);throw o}',
  },
  {
    what: "alone in a pipeline it is thrown on",
    find: "catch(I){if(I instanceof nn)R=",
    replace: "catch(I){if(I instanceof nn&&t.commands.length>1)R=",
  },
  {
    what: "a subscript before the first element of an empty array",
    find: 'if(i.length===0){let a=e.state.currentLine;return{index:0,error:Q("",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`,1)}}',
    replace:
      'if(i.length===0){let a=e.state.currentLine;throw new nn("","",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`)}',
  },
  {
    what: "and of another",
    find: 's<0){let a=e.state.currentLine;return{index:0,error:Q("",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`,1)}}}return{index:s}}',
    replace:
      's<0){let a=e.state.currentLine;throw new nn("","",`bash: line ${a}: ${t}[${n}]: bad array subscript\n`)}}return{index:s}}',
  },
  {
    what: "a statement knows its lines",
    find: "a=this._input.slice(t,o);return Y.statement(n,r,s,void 0,a)}parseTimePrefix",
    replace:
      "a=this._input.slice(t,o);return{...Y.statement(n,r,s,void 0,a),firstLine,lastLine:this.tokens[this.pos-1]?.line}}parseTimePrefix",
  },
  {
    what: "its first line",
    find: "let t=this.current().start,n=[],r=[],s=!1,i=this.parsePipeline();for(n.push(i);",
    replace:
      "let firstLine=this.current().line,t=this.current().start,n=[],r=[],s=!1,i=this.parsePipeline();for(n.push(i);",
  },
  {
    what: "${} is named in its error",
    find: 'case"BadSubstitution":throw new nn(s.text);',
    replace: 'case"BadSubstitution":throw new nn(`\\${${s.text}}`);',
  },
  {
    what: "an expansion that cannot be read is told and exits as one that cannot be made",
    find: 'if(y.name==="ParseException")return l({stdout:"",stderr:`bash: syntax error: ${Ye(y.message)}\n`,exitCode:2,',
    replace: 'if(y.name==="ParseException")return l({stdout:"",...shellRuntime.unreadable(Ye(y.message)),',
  },
];
