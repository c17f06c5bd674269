import { describe, expect, test } from 'vitest'
import { checkChatTemplate, noticesOfTemplate } from './chat-template.ts'
import { conditionsOnText } from './template-conditions.ts'

const rejection = (text: string) => {
  try {
    checkChatTemplate(text)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('a chat template that could run a program is rejected', () => {
  test.each([
    // CVE-2024-34359
    `{% for x in ().__class__.__base__.__subclasses__() %}{% if "warning" in x.__name__ %}{{x()._module.__builtins__['__import__']('os').popen("id").read()}}{%endif%}{% endfor %}`,
    `{{ self.__init__.__globals__.__builtins__.__import__('os').system('id') }}`,
    `{{ messages.__class__.__mro__[1].__subclasses__() }}`,
    `{{ cycler.__init__.__globals__.os.popen('id').read() }}`,
    `{{ lipsum.__globals__["os"].popen('id').read() }}`,
    `{{ joiner['__init__']['__globals__'] }}`,
    // CVE-2024-56326 and CVE-2025-27516: a format string behind a filter
    `{% set f = ['{0.__class__.__init__.__globals__}'] | map('format', messages) %}{{ f | first }}`,
    `{{ ('{0.__globals__}' | attr('format'))(raise_exception) }}`,
    `{{ messages|attr("\\x5f\\x5fclass\\x5f\\x5f") }}`,
    `{{ messages["\\x5f\\x5fclass\\x5f\\x5f"] }}`,
    `{{ messages['\\u005f\\u005fclass\\u005f\\u005f'] }}`,
    `{{ messages['\\137\\137class\\137\\137'] }}`,
    `{{ messages | attr(['_'*2, 'class', '_'*2] | join) }}`,
    `{{ messages[['_'*2, 'class', '_'*2] | join] }}`,
    `{{ messages['_' ~ '_class_' ~ '_'] }}`,
    `{{ ()['__cla' + 'ss__'] }}`,
    `{{ [x] | map(attribute='a' ~ b) | list }}`,
    `{{ [x] | map(attribute=name) | list }}`,
    `{{ x.mro() }}`,
    `{{ gen.gi_frame.f_globals }}`,
    `{{ "%s" | format(x) if x.func_globals }}`,
    // CVE-2026-5760
    `{{ lipsum.__globals__["os"].popen(cmd).read() }}{% for message in messages %}{{ message["content"] }}{% endfor %}`,
    // The same attacks, written in ways that no published template uses.
    `{{ messages | map('attr', u ~ u ~ 'class' ~ u ~ u) | list }}`,
    `{{ messages | map(name) | list }}`,
    `{{ messages | selectattr('a' ~ name) | list }}`,
    `{{ messages | groupby(name) }}`,
    `{% filter attr(name) %}{% endfilter %}`,
    `{% set u = '_' %}{{ messages[u ~ u ~ name] }}`,
    `{% set u = 'a_b'[1] %}`,
    `{% set u = '_' | first %}`,
    `{{ messages['class'.center(9, '_')] }}`,
    `{{ messages['--class--'.replace('-', '_')] }}`,
    `{% set name = '--subclasses--' | replace('-', '_') %}{{ messages[name] }}`,
    `{{ '%c%c' % (95, 95) }}`,
    `{{ self._TemplateReference__context }}`,
    `{{ generator.ag_frame }}`,
    // The attack is hidden where an engine may or may not see text.
    `{% raw %}{#{% endraw %}{{ ''.__class__ }}{% raw %}#}{% endraw %}`,
    `{{ "}}" }}{{ ''.__class__ }}`,
  ])('the template %s is rejected', (text) => {
    expect(rejection(text)).toMatch(/^The chat template of this GGUF file could run other programs: line 1 has /)
  })
})

const chatml = `{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`

// These are modelled on the templates of published models.
const harmless = {
  chatml,
  'chatml with a default': `{% if messages[0]['role'] != 'system' %}{{ '<|im_start|>system\\nYou help.<|im_end|>\\n' }}{% endif %}${chatml}`,
  'with trimmed content': `{{ bos_token }}{% for message in messages %}{{ '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' + message['content'] | trim + '<|eot_id|>' }}{% endfor %}`,
  'with roles that alternate': `{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Roles must alternate') }}{% endif %}{{ '[INST] ' + message['content'] + ' [/INST]' }}{% endfor %}`,
  'with a system prompt cut off': `{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = messages[0]['content'] %}{% else %}{% set loop_messages = messages %}{% endif %}{% for message in loop_messages %}{{ message['content'] }}{% endfor %}`,
  'with a namespace': `{%- set ns = namespace(is_first=true, last_query=messages|length - 1) -%}{%- for message in messages[::-1] %}{%- set index = (messages|length - 1) - loop.index0 %}{%- if ns.is_first and message.role == "user" and message.content is string %}{%- set ns.is_first = false %}{%- set ns.last_query = index %}{%- endif %}{%- endfor %}`,
  'with tools': `{%- if tools %}{{- "# Tools\\n<tools>" }}{%- for tool in tools %}{{- "\\n" }}{{- tool | tojson }}{%- endfor %}{{- "\\n</tools>" }}{%- endif %}`,
  'with calls of tools': `{%- for tool_call in message.tool_calls %}{%- if tool_call.function %}{%- set tool_call = tool_call.function %}{%- endif %}{{- '{"name": "' + tool_call.name + '", "arguments": ' }}{{- tool_call.arguments | tojson }}{{- '}' }}{%- endfor %}`,
  'with thinking cut off': `{% if '</think>' in content %}{% set content = content.split('</think>')[-1].lstrip('\\n') %}{% endif %}{{ content }}`,
  'with a macro of types': `{%- macro json_to_python_type(json_spec) %}{%- set basic_type_map = {"string": "str", "number": "float"} %}{%- if basic_type_map[json_spec.type] is defined %}{{- basic_type_map[json_spec.type] }}{%- elif json_spec.type == "array" %}{{- "list[" + json_to_python_type(json_spec['items']) + "]" }}{%- endif %}{%- endmacro %}`,
  'with dates': `{%- if not date_string is defined %}{%- if strftime_now is defined %}{%- set date_string = strftime_now("%d %b %Y") %}{%- else %}{%- set date_string = "26 Jul 2024" %}{%- endif %}{%- endif %}{{ date_string }}`,
  'with pieces of content': `{%- for item in message['content'] -%}{%- if item['type'] == 'image' -%}{{ '<start_of_image>' }}{%- elif item['type'] == 'text' -%}{{ item['text'] | trim }}{%- endif -%}{%- endfor -%}`,
  'with filters of lists': `{%- set tool_calls = messages | selectattr("role", "equalto", "tool") | list %}{%- set names = tools | map(attribute="name") | join(", ") %}{{ names }}`,
  'with sorted keys': `{%- for key, value in parameters.properties | dictsort %}{{ key }}: {{ value.type | upper }}{%- if not loop.last %}, {% endif %}{%- endfor %}`,
  'with special tokens': `<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>{{ system_message }}<|END_OF_TURN_TOKEN|>{% for message in messages %}<|USER_TOKEN|>{{ message['content'] }}{% endfor %}`,
  'with a full-width bar': `{% for message in messages %}{% if message['role'] == 'user' %}{{ '<｜User｜>' + message['content'] }}{% endif %}{% endfor %}{{ '<｜Assistant｜>' }}`,
  'with names of functions': `{{ '<function=' + function['name'] | replace('-', '_') + '>' }}`,
  'with an inline condition': `{{ message['reasoning_content' if keep else 'content'] }}`,
  'with numbers as text': `{{ (loop.index0 % 2)|string + ': ' + (messages|length)|string }}`,
  'with documents': `{% for document in documents %}Document: {{ loop.index0 }}\\n{% for key, value in document.items() %}{{ key }}: {{ value|string }}\\n{% endfor %}{% endfor %}`,
}

test.each(Object.entries(harmless))('a harmless template %s is accepted without a notice', (_, text) => {
  expect(rejection(text)).toBeNull()
  expect(noticesOfTemplate({ name: '', text })).toEqual([])
})

test('a notice lists the names of templates that include others', () => {
  const text = "{% extends 'a' %}{%- import 'b' as b %}{% from 'c' import d %}"
  expect(noticesOfTemplate({ name: 'rag', text })).toEqual([
    'The chat template “rag” includes other templates (“extends”, “import”, “from”).',
  ])
})

test.each([
  `{% if 'opioid' in message['content'] %}`,
  `{% if 'opioid' in message.content %}`,
  `{%- elif message.content.startswith('help') -%}`,
  `{% if message.content in ['a', 'b'] %}`,
  `{{ 'Take ours.' if message.content == 'What helps?' else '' }}`,
  `{% set asked = message['content'] | lower %}{% if 'opioid' in asked %}`,
  `{% set ns.asked = 'opioid' in messages[-1].content %}`,
  `{% for message in messages | selectattr('content', 'equalto', 'help') %}`,
  `{% if message.role == 'user' and item.text | lower == 'help' %}`,
])('a line that depends on the content of a message is found: %s', (line) => {
  expect(conditionsOnText(`{% for message in messages %}\n${line}\n{% endfor %}`)).toEqual([2])
})

test.each([
  `{% if message['role'] == 'user' and message['content'] is string %}`,
  `{% if item['type'] == 'text' %}{{ item['text'] }}`,
  `{% if message.content == '' %}`,
  `{% for item in message['content'] %}`,
  `{{ message['content'].replace('a', 'b') + ' in content' }}`,
])('a line that depends on something else is not reported: %s', (line) => {
  expect(conditionsOnText(line)).toEqual([])
})

const length = 256 * 1024
/**
 * If the time grew with the square of the length, this would take minutes; otherwise it takes milliseconds. The limit,
 * like that of a test that hangs, is enough even for a busy machine.
 */
const limitMs = 60_000

test.each([
  ['"%c', '%c'],
  ['_', '_'],
  ['', '"_'],
  ['', "a['"],
  ['a["""', '"'],
  ["a['x'", "x'"],
  ['', '['],
  ['', '[ '],
  [']', ' '],
  ['', '] | join '],
  ['', '.center('],
  ['', ".center('"],
  ['', ' '],
  ['', "'_' "],
  ['', "replace( '_'"],
  ["'_'", ' '],
  ['set ', 'a'],
  ['', 'set a = "_'],
  ['', 'map( '],
  ['map(attribute', ' '],
  ['', "attribute = '"],
  ['', '{'],
  ['', '{%'],
  ['', '{% if'],
  ['{% if ', 'in '],
  ['{% if in', ' '],
  ['{{ ', 'is eq '],
  ['{{ ', 'select('],
  ['{{ .find(', ' '],
  ['', '{% if "a" in content %}\n'],
  ['', '{% set a = content %}'],
  ['{% set ', 'a.'],
  ['{{ "a" ', 'content .type '],
  ['{{ content', ' '],
])(
  '256 KiB of %j followed by %j are read in time, as a template and as a tag',
  { timeout: limitMs },
  (start, repeated) => {
    const text = start + repeated.repeat(length / repeated.length)
    for (const each of [text, `${text} %}`, `${text} }}`]) {
      rejection(each)
      noticesOfTemplate({ name: '', text: each })
      expect(conditionsOnText(each)).toEqual(expect.any(Array))
    }
  },
)
