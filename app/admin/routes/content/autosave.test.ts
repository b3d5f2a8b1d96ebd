import { expect, test, vi } from 'vitest'

import { keptDraft } from '#app/admin/draft-store.ts'

import { Autosave } from './autosave.ts'

const FILE = 'legal/terms.md'
const KEPT = { fields: { path: FILE, as: 'text', text: 'Mine', base: 'old' }, at: '2026-11-26T06:00:00.000Z' }

/** A page with the text of another person, in a browser that kept one over an older version. */
async function openWithKept(status: number, answer: object) {
	document.body.innerHTML = `<form><input name="path" value="${FILE}"><input name="as" value="text"><input name="base" value="theirs"><textarea name="text">Theirs</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	keptDraft(FILE).write(KEPT)
	const sent: string[] = []
	vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
		const { text: sentText, base } = Object.fromEntries(body) as Record<string, string>
		sent.push(`${sentText} over ${base}`)
		return Response.json(answer, { status })
	})
	const [onState, onAnswer] = [vi.fn(), vi.fn()]
	const autosave = new Autosave({ file: FILE, form, formToken: 't', base: 'theirs', onState, onAnswer, onSignedIn: vi.fn() })
	autosave.start()
	await vi.waitFor(() => expect(onState).toHaveBeenLastCalledWith({ is: status === 409 ? 'conflict' : 'refused' }))
	return { autosave, text, sent }
}

test('a kept text that conflicts stays kept, over the version that it was written over', async () => {
	const { autosave, sent } = await openWithKept(409, { base: 'theirs', at: KEPT.at, editing: { conflict: null } })
	expect(sent).toEqual(['Mine over old'])
	expect(keptDraft(FILE).read()).toEqual(KEPT)
	autosave.stop()
	expect(keptDraft(FILE).read()?.fields.base).toBe('old')
})

test('a kept text that is refused is in the form, where it can be changed and saved, and never replaces another version unseen', async () => {
	const { autosave, text, sent } = await openWithKept(422, { message: 'Too long.' })
	expect(text.value).toBe('Mine')
	text.value = 'Shorter'
	autosave.onInput()
	expect(await autosave.flush()).toBe(true)
	expect(sent).toEqual(['Mine over old', 'Shorter over old'])
	autosave.stop()
	expect(keptDraft(FILE).read()?.fields).toEqual({ ...KEPT.fields, text: 'Shorter' })
})
