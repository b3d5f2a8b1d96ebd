import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { addressOf, originOf } from './edit-content.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const ORIGIN = originOf(LESSON)
const MINUTE_MS = 60_000

type Answer = { base: string; editing: { conflict: { by: string; text: string } | null; faults: { count: number } } }

async function autosave(browser: Pick<ConsoleBrowser, 'post'>, text: string, base: string, more: Record<string, string> = {}) {
	const { status, text: answer } = await browser.post('/admin/content/autosave', { path: LESSON, as: 'text', text, base, ...more })
	return { status, ...(status === 200 || status === 409 ? (JSON.parse(answer) as Answer) : { base: '', editing: null }) }
}

const readBodies = async ({ deps: { db } }: Wire) =>
	(await db.selectFrom('content_versions').select('body').orderBy('id').execute()).map(
		({ body }) => body?.slice(ORIGIN.length).trim() ?? null,
	)

const save = (browser: Pick<ConsoleBrowser, 'post'>, text: string, base: string, more: Record<string, string> = {}) =>
	browser.post('/admin/content/file', {
		path: LESSON,
		as: 'text',
		text,
		base,
		form_id: '-admin-content-file',
		form_page: addressOf(LESSON),
		...more,
	})

test('typing in one go makes one version and one log line, and doesn’t replace a version saved by hand', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	let base = ''
	for (const words of ['One', 'One two', 'One two three']) {
		const answer = await autosave(operator, `${ORIGIN}\n${words}`, base)
		expect([answer.status, answer.editing?.faults.count]).toEqual([200, 0])
		expect(answer.base).not.toBe(base)
		base = answer.base
	}
	expect(await readBodies(wire)).toEqual(['One two three'])
	expect((await autosave(operator, `${ORIGIN}\nOne two three`, base)).base).toBe(base)
	const log = await wire.deps.db.selectFrom('operator_actions').select('action').execute()
	expect(log.map(({ action }) => action)).toEqual(['content_saved'])

	// The Save button reports the text as saved, even if an autosave has already stored it.
	expect((await save(operator, `${ORIGIN}\nOne two three`, base)).to).toContain('notice=content-')
	base = (await autosave(operator, `${ORIGIN}\nFour`, base)).base
	expect((await save(operator, `${ORIGIN}\nFive`, base)).to).toContain('notice=content-saved')
	expect(await readBodies(wire)).toEqual(['One two three', 'Five'])
})

test('an autosave after ten minutes starts a new version', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	let { base } = await autosave(operator, `${ORIGIN}\nOne`, '')
	wire.clock.advance(6 * MINUTE_MS)
	base = (await autosave(operator, `${ORIGIN}\nTwo`, base)).base
	wire.clock.advance(6 * MINUTE_MS)
	await autosave(operator, `${ORIGIN}\nThree`, base)
	expect(await readBodies(wire)).toEqual(['Two', 'Three'])
})

test('an autosave never replaces a scheduled draft', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { base } = await autosave(operator, `${ORIGIN}\nOne`, '')
	expect((await operator.post('/admin/content/schedule', { due_at: '2035-01-05T12:00', code: operator.code() })).to).toContain(
		'notice=content-scheduled',
	)
	expect((await autosave(operator, `${ORIGIN}\nTwo`, base)).status).toBe(200)
	expect(await readBodies(wire)).toEqual(['One', 'Two'])
})

const discard = (browser: Pick<ConsoleBrowser, 'post'>, base: string) => browser.post('/admin/content/discard', { path: LESSON, base })

test('a first draft is discarded although an autosave has replaced the version that the page knows', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { base } = await autosave(operator, `${ORIGIN}\nOne`, '')
	await autosave(operator, `${ORIGIN}\nTwo`, base)
	expect((await discard(operator, base)).to).toContain('notice=draft-discarded')
	expect(await readBodies(wire)).toEqual(['Two', null])
})

test('a draft is not discarded while it is scheduled, because it would become public anyway', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { base } = await autosave(operator, `${ORIGIN}\nOne`, '')
	expect((await operator.get(addressOf(LESSON))).text).toContain('Discard draft')
	await operator.post('/admin/content/schedule', { due_at: '2035-01-05T12:00', code: operator.code() })
	for (const words of ['One', 'Two']) {
		await autosave(operator, `${ORIGIN}\n${words}`, base)
		expect((await operator.get(addressOf(LESSON))).text).not.toContain('Discard draft')
		expect((await discard(operator, base)).status).toBe(409)
	}
	expect(await readBodies(wire)).toEqual(['One', 'Two'])
})

test('an autosave that is being published is kept, and the next one is a new version', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const operator = await openConsoleAs(wire, 'operator')
	const { base } = await autosave(operator, `${ORIGIN}\nOne`, '')
	let next = null as ReturnType<typeof autosave> | null
	await db.transaction().execute(async (tx) => {
		await tx.updateTable('content_versions').set({ published_at: wire.deps.now() }).where('id', '=', base).execute()
		next = autosave(operator, `${ORIGIN}\nTwo`, base)
		await expect
			.poll(
				async () =>
					(await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows,
			)
			.toHaveLength(1)
	})
	expect((await next)?.status).toBe(200)
	expect(await readBodies(wire)).toEqual(['One', 'Two'])
	const log = await db.selectFrom('operator_actions').select('action').execute()
	expect(log.map(({ action }) => action)).toEqual(['content_saved', 'content_saved'])
})

test('when two people or two windows edit, the second save is refused with both texts', async () => {
	const wire = await startWire()
	const [ana, bea] = [await openConsoleAs(wire, 'operator'), await openConsoleAs(wire, 'operator', 'bea@academy.test')]
	const { base } = await autosave(ana, `${ORIGIN}\nAna`, '')
	for (const [who, text, by] of [
		[bea, 'Bea', 'operator@academy.test'],
		[ana, 'Ana in another window', 'You'],
	] as const) {
		const late = await autosave(who, `${ORIGIN}\n${text}`, '')
		const { conflict } = late.editing ?? {}
		expect([late.status, late.base, conflict?.by, conflict?.text.includes('Ana')]).toEqual([409, base, by, true])
	}
	expect(await readBodies(wire)).toEqual(['Ana'])
	// Bea overwrites Ana's version, which stays in the history.
	expect((await autosave(bea, `${ORIGIN}\nBea`, base)).status).toBe(200)
	expect(await readBodies(wire)).toEqual(['Ana', 'Bea'])
})

test('saved over on purpose, a text of the same person’s other window stays in the history', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const first = await autosave(operator, `${ORIGIN}\nWindow A`, '')
	const warned = await save(operator, `${ORIGIN}\nWindow B`, '')
	expect(warned.status).toBe(409)
	const over = /name="over" value="([^"]+)"/.exec(warned.text)?.[1] ?? ''
	expect(over).toBe(first.base)
	expect((await save(operator, `${ORIGIN}\nWindow B`, over, { over })).to).toContain('notice=content-saved')
	expect(await readBodies(wire)).toEqual(['Window A', 'Window B'])
})

test('a version saved with the button while its text was being autosaved is not replaced by the next autosave', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	let { base } = await autosave(operator, `${ORIGIN}\nOne`, '')
	base = (await autosave(operator, `${ORIGIN}\nOne`, base, { do: 'save' })).base
	base = (await autosave(operator, `${ORIGIN}\nTwo`, base)).base
	base = (await autosave(operator, `${ORIGIN}\nThree`, base, { do: 'save' })).base
	await autosave(operator, `${ORIGIN}\nFour`, base)
	expect(await readBodies(wire)).toEqual(['One', 'Three', 'Four'])
})

test('an autosave with an ended session or a too long text is refused', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	expect((await autosave(operator, 'x'.repeat(200_001), '')).status).toBe(422)
	expect((await operator.post('/admin/content/autosave', { path: '../package.json', as: 'text', text: 'x', base: '' })).status).toBe(404)
	wire.clock.advance(31 * MINUTE_MS)
	expect((await autosave(operator, `${ORIGIN}\nLate`, '')).status).toBe(403)
	expect(await readBodies(wire)).toEqual([])
})

test('the live preview shows sanitized text while typing, even with an invalid figure, and saves nothing', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const text = `${ORIGIN.replace(/^title: .*$/m, 'title: "Sales: one"')}\n**New words**<script>alert(1)</script>[x](javascript:alert(2))\n\n\`\`\`figure\nkind: none\n\`\`\`\n`
	const { status, text: answer } = await operator.post('/admin/content/live', { path: LESSON, as: 'text', text, base: '' })
	const { title, html } = JSON.parse(answer) as { title: string; html: string }
	expect([status, title]).toEqual([200, 'Sales: one'])
	expect(html).toContain('<strong>New words</strong>')
	expect(html).toContain('This figure has an error')
	expect(html).toContain('<h2 data-part="check">Knowledge check</h2>')
	expect(html).not.toMatch(/<script|javascript:/)
	expect(await wire.countRows('content_versions')).toBe(0)
	for (const file of ['articles/price-your-first-offer.md', 'legal/terms.md', 'documents/tryout-notes.md']) {
		const shown = await operator.post('/admin/content/live', { path: file, as: 'text', text: originOf(file), base: '' })
		const page = (JSON.parse(shown.text) as { html: string }).html
		expect(page).toContain('<h2')
		expect(page).not.toMatch(/\{(?:brand|program|supportEmail)\}/)
	}
})

test('editing a figure in its form keeps the other lines, and errors are shown in plain words', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	type Block = {
		source: string
		form: { parts: { id: string; name?: string; value?: string }[] } | null
		html: string | null
		fault?: string
	}
	const ask = async (fields: Record<string, string>) => JSON.parse((await operator.post('/admin/content/block', fields)).text) as Block
	const source = '```recall\nid: one\nquestion: What is it?\noptions: [A, B]\ncorrect: 0\n# kept\nexplanation: So.\n```'
	const shown = await ask({ source })
	expect(shown.html).toContain('What is it?')
	expect(shown.form?.parts.map(({ id }) => id)).toContain('block-f-question')
	const fields = {
		d: '',
		's/id': 'one',
		's/question': 'What: is it?',
		'a/options': '',
		's/options/0': 'A',
		's/options/1': 'B',
		'n/correct': '0',
		's/explanation': 'So.',
	}
	const changed = await ask({ source, ...fields, do: 'save' })
	expect(changed.source).toBe(source.replace('What is it?', '"What: is it?"'))
	const grown = await ask({ source, ...fields, do: 'add /options' })
	expect([grown.fault, grown.html]).toEqual(['Recall question: Options 3 is required.', null])
	const exercise = '```exercise\nid: ex\ntitle: Yours\nfields:\n  - {id: answer, label: Your answer, type: text}\n```'
	const filled = { d: '', 's/id': 'ex', 's/title': 'Yours', 'a/fields': '', 'd/fields/0': '', 's/fields/0/id': '' }
	const named = await ask({ source: exercise, ...filled, 's/fields/0/label': 'My goal', 's/fields/0/type': 'text', do: 'save' })
	expect([named.fault, named.source]).toEqual([undefined, exercise.replace('answer, label: Your answer', 'my_goal, label: My goal')])
	const video = '```video\nfile: my-video.mp4\ntitle: A call\nminutes: 3\ntranscript: [Hello.]\n```'
	const { fault, form } = await ask({ source: video })
	expect(fault).toContain('There’s no file my-video.mp4. Remove this block and add the video from Media.')
	expect(form?.parts).toContainEqual(
		expect.objectContaining({ id: 'block-f-file', fault: expect.stringContaining('my-video.mp4') as string }),
	)
	expect(await ask({ source: '<b>x</b>' })).toMatchObject({ form: null, source: '<b>x</b>' })
})
