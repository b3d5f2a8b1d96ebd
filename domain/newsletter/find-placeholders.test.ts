import { expect, test } from 'vitest'

import { findPlaceholders } from './find-placeholders.ts'

test.each([
	['Hello {{first all.', ['{{first all.']],
	['Hello {{ name }}, and {{ name }}', ['{{ name }}']],
	['Hello {firstName}, {your topic', ['{firstName}', '{your topic']],
	['Hello name}}\nHello {{\nyou', ['name}}', '{{']],
	['Smile :-} or {1, 2}, and [a link](/blog)', []],
	['Type `{name}` to greet them.', []],
	['A brace {\nNext line', []],
])('%j has the placeholders %j', (text, found) => {
	expect(findPlaceholders('', text)).toEqual(found)
})

test('of long words and many placeholders only a part is returned', () => {
	expect(findPlaceholders(`${'x'.repeat(50_000)} ${'y'.repeat(40)}}}`)).toEqual([`${'y'.repeat(30)}}}`])
	expect(findPlaceholders('{a} {b} {c} {d} {e} {f}')).toEqual(['{a}', '{b}', '{c}', '{d}', '{e}'])
})
