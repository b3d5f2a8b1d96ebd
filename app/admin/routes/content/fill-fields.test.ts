import { expect, test } from 'vitest'

import { fillFields } from './fill-fields.ts'
import { readFields } from './save-answers.ts'

test('a refused local draft brings back its choices, too', () => {
	document.body.innerHTML = `<form>
		<select name="s/kind"><option>one</option><option>two</option></select>
		<input type="radio" name="s/size" value="s" checked><input type="radio" name="s/size" value="l">
		<input type="hidden" name="s/free" value="false"><input type="checkbox" name="s/free" value="true">
		<input type="checkbox" name="s/tags/0" value="a" checked>
	</form>`
	const form = document.querySelector('form')
	if (!form) throw new Error('no form')
	const kept = { 's/kind': 'two', 's/size': 'l', 's/free': 'true' }
	expect(fillFields(form, kept)).toBe(true)
	expect(readFields(form)).toEqual(kept)
	expect(fillFields(form, kept)).toBe(false)
})
