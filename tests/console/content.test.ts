import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, baseIn, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const HOME = 'marketing/home.json'
const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(2)>'

test('a lesson is saved as a draft, published, and restored from the history', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const origin = originOf(LESSON)
	expect((await operator.get('/admin/content?q=first-sale')).text).toContain(encodeURIComponent(LESSON))

	const first = origin.replace(/^title: .*$/m, 'title: A First Sale')
	expect((await saveText(operator, LESSON, first)).to).toContain('notice=content-saved')
	expect((await saveText(operator, LESSON, first)).to).toContain('notice=content-unchanged')
	expect(await readPublic(wire, LESSON)).toBeNull()
	expect((await operator.get('/admin/content')).text).toMatch(/>draft</)
	const waiting = (await operator.get('/admin/content/publish')).text
	expect(waiting).toMatch(/<dt[^>]*>Title<\/dt><dd[^>]*><del[^>]*>.*?First Sale<\/del>.*?A First Sale<\/ins>/)

	expect(await publish(operator)).toContain('No unpublished changes.')
	expect(await readPublic(wire, LESSON)).toBe(first)

	await saveText(operator, LESSON, first.replace('A First Sale', 'A Second Try'))
	const history = (await operator.get(`/admin/content/history?path=${encodeURIComponent(LESSON)}`)).text
	const [, older = ''] = [...history.matchAll(/versions\/([\da-f-]{36})/g)].map((found) => found[1])
	const version = (await operator.get(`/admin/content/versions/${older}`)).text
	expect(version).toContain('-title: A Second Try')
	expect((await operator.post(`/admin/content/versions/${older}`, { base: 'not this' })).status).toBe(409)
	expect((await operator.post(`/admin/content/versions/${older}`, { base: baseIn(version) })).to).toContain('content-restored-public')
	// The draft equals the public text, so there is nothing to publish.
	expect((await operator.get('/admin/content/publish')).text).toContain('No unpublished changes.')
	expect(await readPublic(wire, LESSON)).toBe(first)

	const editor = (await operator.get(addressOf(LESSON))).text
	expect((await operator.post('/admin/content/origin', { path: LESSON, base: baseIn(editor) })).to).toContain('content-restored')
	await publish(operator)
	expect(await readPublic(wire, LESSON)).toBeNull()
	expect(originOf(LESSON)).toBe(origin)
	const done = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).orderBy('id').execute()
	expect(done.map(({ action }) => action)).toEqual([
		'content_saved',
		'content_published',
		'content_saved',
		'content_restored',
		'content_restored',
		'content_published',
	])
})

test('a draft is discarded: back to the original, later to the public text, and it stays in the history', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const write = (title: string) => saveText(operator, LESSON, originOf(LESSON).replace(/^title: .*$/m, `title: ${title}`))
	const editor = async () => (await operator.get(addressOf(LESSON))).text
	const discard = async () => operator.post('/admin/content/discard', { path: LESSON, base: baseIn(await editor()) })
	expect(await editor()).not.toContain('Discard draft')
	await write('First')
	expect(await editor()).toContain('Discard draft')
	expect((await discard()).to).toContain('notice=draft-discarded')
	expect([await editor(), (await operator.get('/admin/content/publish')).text.includes('No unpublished changes')]).toEqual([
		expect.not.stringContaining('Discard draft'),
		true,
	])

	await write('Second')
	await publish(operator)
	await write('Third')
	expect((await discard()).to).toContain('notice=draft-discarded')
	expect(await editor()).toContain('value="Second"')
	expect(await editor()).not.toContain('Discard draft')
	expect(await readPublic(wire, LESSON)).toContain('title: Second')
	const saved = await wire.deps.db.selectFrom('content_versions').select('body').where('path', '=', LESSON).execute()
	expect(saved.filter(({ body }) => body?.includes('title: Third'))).toHaveLength(1)
})

test('a section is added with its lesson, whose draft has errors until it is written', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const [module, added] = ['course/module-2/module.json', 'course/module-2/lessons/extra.md']
	const section = '{ "id": "extra", "title": "One More: the API", "summary": "One more." }'
	await saveText(operator, module, originOf(module).replace('"sections": [', `"sections": [${section}, `))
	const page = (await operator.get(addressOf(module))).text
	expect(page).toContain(addressOf(added))
	expect(page).toContain(addressOf(LESSON))

	const fresh = (await operator.get(addressOf(added))).text
	expect(fresh).toContain('name="s/title" value="One More: the API"')
	expect(fresh).toContain('Fix 1 error before you publish.')
	expect(fresh).toContain('Text</a>: Write the text.')
	expect(await readPublic(wire, added)).toBeNull()
	const written = originOf(LESSON).replace(/^title: .*$/m, 'title: One More')
	expect((await saveText(operator, added, written)).to).toContain('notice=content-saved')
	expect((await operator.get('/admin/content')).text).toContain(encodeURIComponent(added))
	expect((await operator.get('/admin/content/publish')).text).toMatch(/Module 2 › One More<[\s\S]*New lesson/)
	await publish(operator)
	expect(await readPublic(wire, added)).toBe(written)

	const article = 'articles/sell-your-first-guide.md'
	await saveText(operator, article, originOf('articles/free-tools-digital-product.md'))
	await publish(operator)
	expect(await readPublic(wire, article)).toBe(originOf('articles/free-tools-digital-product.md'))

	for (const wrong of [
		'articles/../site.md',
		'articles/.md',
		'course/module-99/lessons/extra.md',
		'course/module-2/lessons/../extra.md',
		'course/module-2/lessons/Extra.md',
	])
		expect((await operator.get(addressOf(wrong))).status).toBe(404)
})

test('a concurrent save is refused with both texts, and can then be saved on purpose', async () => {
	const wire = await startWire()
	const [ana, bea] = [await openConsoleAs(wire, 'operator'), await openConsoleAs(wire, 'operator', 'bea@academy.test')]
	const origin = originOf(LESSON)
	await saveText(ana, LESSON, `${origin}\nAna was here.`, '')
	const refused = await saveText(bea, LESSON, `${origin}\nBea was here.`, '')
	expect([refused.status, refused.text.includes('+Bea was here.'), refused.text.includes('-Ana was here.')]).toEqual([409, true, true])
	expect(refused.text).toMatch(/<textarea[^>]* id="text"[^>]*>[^<]*Bea was here\./)
	expect((await saveText(bea, LESSON, `${origin}\nBea was here.`, baseIn(refused.text))).to).toContain('content-saved')
	const rows = await wire.deps.db.selectFrom('content_versions').select('body').orderBy('id').execute()
	expect(rows.map(({ body }) => /(\w+) was here/.exec(body ?? '')?.[1])).toEqual(['Ana', 'Bea'])
})

test('only one of several simultaneous saves succeeds', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const origin = originOf(LESSON)
	const answers = await Promise.all([1, 2, 3, 4].map((each) => saveText(operator, LESSON, `${origin}\nTry ${each}`, '')))
	expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 409, 409, 409])
})

test('errors are shown at their field or line, input is kept, and the draft isn’t published', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, LESSON, originOf(LESSON).replace(/^difficulty: .*$/m, 'difficulty: Easy'))
	const lesson = (await operator.get(addressOf(LESSON))).text
	expect(lesson).toContain('<a href="#f-difficulty">Difficulty</a>: Choose one.')
	expect(lesson).toMatch(/<option value="Easy" selected="">/)

	const home = JSON.parse(originOf(HOME)) as { hero: { primary: { href: string } } }
	home.hero.primary.href = 'javascript:alert(1)'
	await saveText(operator, HOME, JSON.stringify(home))
	const { text } = await operator.get(addressOf(HOME))
	expect(text).toMatch(/aria-invalid="true"[^>]* value="javascript:alert\(1\)"/)
	expect(text).toContain('must be a page of your site, such as /blog, or an address that starts with https://')

	const refused = await publish(operator)
	expect(refused).toContain('Not published: fix')
	expect(refused).toMatch(/#f-hero-primary-href"[^>]*>Home › Top of the page › First button › Link<\/a>: This must be a page of your site/)
	expect(refused).toMatch(/#f-difficulty"[^>]*>First Sale › Difficulty<\/a>: Choose one\./)
	expect([await readPublic(wire, LESSON), await readPublic(wire, HOME)]).toEqual([null, null])

	await saveText(operator, HOME, '{ "hero": ')
	const broken = (await operator.get(addressOf(HOME))).text
	expect(broken).toContain('is not valid JSON')
	expect(broken).toContain('{ &quot;hero&quot;:')
})

test('home and offer page are the first texts in the list, and a new article is one click away', async () => {
	const { text } = await (await openConsoleAs(await startWire(), 'operator')).get('/admin/content')
	const [home, offer, about] = ['home.json', 'landing.json']
		.map((file) => text.indexOf(`marketing%2F${file}`))
		.concat(text.indexOf('company%2Fabout.json'))
	expect([home, offer, about].toSorted((one = 0, other = 0) => one - other)).toEqual([home, offer, about])
	expect(text.indexOf('New article')).toBeLessThan(home ?? 0)
})

test('a question just added to a lesson has no errors yet, and its options are numbered as options', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const place = { form_id: '-admin-content-file', form_page: addressOf(LESSON), path: LESSON, as: 'markdown', base: '', text: 'x' }
	const { text } = await operator.post('/admin/content/file', { ...place, d: '', 'a/quiz': '', do: 'add /quiz' })
	expect([text.includes('Option 1</label>'), text.includes('Add option'), text.includes('is required.')]).toEqual([true, true, false])
	const options = { 'a/quiz/0/options': '', 's/quiz/0/options/0': '', 's/quiz/0/options/1': '' }
	const empty = { 's/quiz/0/question': '', 'n/quiz/0/correct': '', 's/quiz/0/explanation': '' }
	const added = { d: '', 'a/quiz': '', 'd/quiz/0': '', ...options, ...empty }
	const writing = JSON.parse((await operator.post('/admin/content/autosave', { ...place, ...added, do: 'save' })).text) as {
		base: string
		editing: { input: { tabs: { id: string; faults: number }[] } }
	}
	expect(writing.editing.input.tabs.find(({ id }) => id === 'check')?.faults).toBe(0)
	const saved = await operator.post('/admin/content/file', {
		...place,
		base: writing.base,
		d: '',
		'a/quiz': '',
		'd/quiz/0': '',
		's/quiz/0/question': 'Why?',
		'a/quiz/0/options': '',
		's/quiz/0/options/0': 'A',
		's/quiz/0/options/1': 'B',
		do: 'save',
	})
	expect(saved.to).toContain('notice=content-saved')
	const { text: later } = await operator.get(addressOf(LESSON))
	expect([later.includes('Choose the right answer.'), later.includes('Correct is required')]).toEqual([true, false])
})

test('a script in a text is shown as text in forms, diffs and lists', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, LESSON, originOf(LESSON).replace(/^title: .*$/m, `title: "${SCRIPT.replaceAll('"', '')}"`))
	await saveText(operator, HOME, originOf(HOME).replace(/"subtitle": "/, `"subtitle": "${SCRIPT} `))
	for (const address of [addressOf(LESSON), addressOf(HOME), `${addressOf(HOME)}&as=text`, '/admin/content/publish', '/admin/content']) {
		const { text, headers } = await operator.get(address)
		expect(text).not.toContain('<script>alert')
		expect(text).not.toContain('<img src=x')
		expect(headers.get('content-security-policy')).toContain("script-src 'self'")
	}
})

test('list items are added in the form without saving, and invalid forms change nothing', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const place = { form_id: '-admin-content-file', form_page: addressOf('offers.json') }
	const form = { ...place, path: 'offers.json', as: 'form', base: '' }
	const grown = await operator.post('/admin/content/file', { ...form, d: '', 'a/discountCodes': '', do: 'add /discountCodes' })
	expect(grown.text).toContain('name="s/discountCodes/0/code"')
	expect(grown.text).toContain('Changed in the form, not saved yet.')
	expect(await wire.deps.db.selectFrom('content_versions').select('id').execute()).toEqual([])
	for (const odd of ['../package.json', '/etc/passwd', 'course/../../package.json', 'README.md', 'x'.repeat(10_000), '%00'])
		expect((await operator.get(addressOf(odd))).status).toBe(404)
	for (const odd of ['nothing', '00000000-0000-0000-0000-000000000000'])
		expect((await operator.get(`/admin/content/versions/${odd}`)).status).toBe(404)
	for (const q of ['%', "'", '😀', 'x'.repeat(10_000)])
		expect((await operator.get(`/admin/content?q=${encodeURIComponent(q)}`)).status).toBe(200)
	expect((await saveText(operator, LESSON, 'x'.repeat(200_001), '')).status).toBe(422)
	// Each of these characters is nine bytes in URL encoding.
	expect((await saveText(operator, LESSON, '漢'.repeat(199_000), '')).to).toContain('content-saved')
})

test('the history doesn’t link to an empty last page', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const add = (count: number) =>
		wire.deps.db
			.insertInto('content_versions')
			.values(Array.from({ length: count }, () => ({ path: HOME, body: '{}', origin: '', created_at: new Date() })))
			.execute()
	const address = `/admin/content/history?path=${encodeURIComponent(HOME)}`
	await add(50)
	expect((await operator.get(address)).text).not.toContain('>Next<')
	await add(1)
	const first = (await operator.get(address)).text
	const [, next = ''] = /href="([^"]+)"[^>]*>Next</.exec(first) ?? []
	const second = (await operator.get(next.replaceAll('&amp;', '&'))).text
	expect([first, second].map((text) => text.match(/<td data-label="Saved"/g)?.length)).toEqual([50, 1])
	expect(second).not.toContain('>Next<')
})

test('a form changed or refused by script gets the new form back, and nothing is saved', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const send = (form: Record<string, string>) => operator.post('/admin/content/file.data', { path: 'offers.json', base: '', ...form })
	const grown = await send({ as: 'form', d: '', 'a/discountCodes': '', do: 'add /discountCodes' })
	expect([grown.status, grown.text.includes('s/discountCodes/0/code'), grown.text.includes('not_saved_yet')]).toEqual([422, true, true])
	await saveText(operator, 'offers.json', originOf('offers.json').replace('"amountCents": 4700', '"amountCents": 4800'))
	const late = await send({ as: 'text', text: originOf('offers.json').replace('"amountCents": 4700', '"amountCents": 4900') })
	expect([late.status, late.text.includes('-\\t\\t\\t\\"amountCents\\": 4800'), late.text.includes('content_changed')]).toEqual([
		409,
		true,
		true,
	])
	expect(await wire.countRows('content_versions')).toBe(1)
})

test('after an upgrade an edit stays, and the upgrade’s changes are shown next to it', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, LESSON, `${originOf(LESSON)}\nMy line.`)
	await wire.deps.db
		.updateTable('content_versions')
		.set({ origin: `${originOf(LESSON)}\nAn older line.\n` })
		.execute()
	expect((await operator.get('/admin/content')).text).toContain('original changed')
	const { text } = await operator.get(addressOf(LESSON))
	expect(text).toContain('+My line.')
	expect(text).toContain('-An older line.')
})

test('a page that needs an unreadable draft links to its editor', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	await saveText(operator, 'offers.json', '{')
	await saveText(operator, 'course/course.json', '{ "modules": 7 }')
	for (const [page, file] of [
		['/admin/settings/prices', 'offers.json'],
		['/admin/course', 'course/course.json'],
		['/admin/content/new/module', 'course/course.json'],
	] as const) {
		const { status, text } = await operator.get(page)
		expect([page, status, text.includes(`<a href="${addressOf(file)}">Open the editor</a>`)]).toEqual([page, 409, true])
	}
})
