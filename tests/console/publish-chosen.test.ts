import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const HOME = 'marketing/home.json'
const SITE = 'site.json'
const OFFERS = 'offers.json'
const PAGE = '/admin/content/publish'
const newHome = (word: string) => originOf(HOME).replace('"subtitle": "', `"subtitle": "${word} `)
const named = (name: string) => originOf(SITE).replace('"name": "', `"name": "${name} `)

async function open() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	/** Returns the form's fields, with the boxes of these files checked. */
	const choose = async (...titles: string[]) => {
		const { text } = await operator.get(PAGE)
		const shown = text.split('<form').find((each) => each.includes('value="-admin-content-publish"')) ?? ''
		const boxes = [...shown.matchAll(/name="(draft-[\w-]+)"[\s\S]*?<label[^>]*>([^<]*)</g)]
		return {
			choose: 'drafts',
			shown: /name="shown" value="([^"]*)"/.exec(shown)?.[1] ?? '',
			...Object.fromEntries(boxes.filter(([, , title = '']) => titles.includes(title)).map(([, name = '']) => [name, 'on'])),
		}
	}
	return { wire, operator, choose, read: (file: string) => readPublic(wire, file) }
}

const [HOME_TITLE, SITE_TITLE, OFFERS_TITLE] = ['Home', 'Site name, support address and social networks', 'Offers and prices']

test('only the selected drafts are published, the others stay drafts', async () => {
	const { operator, choose, read } = await open()
	await saveText(operator, HOME, newHome('First'))
	await saveText(operator, SITE, named('New'))
	expect(await publish(operator, await choose(HOME_TITLE))).toContain('Home')
	expect([await read(HOME), await read(SITE)]).toEqual([newHome('First'), null])
	const { text } = await operator.get(PAGE)
	expect(text).toContain(SITE_TITLE)
	await publish(operator, await choose(SITE_TITLE))
	expect(await read(SITE)).toBe(named('New'))
})

test('publishing without a selection or with an unknown draft does nothing', async () => {
	const { operator, choose, read } = await open()
	await saveText(operator, HOME, newHome('First'))
	const fields = await choose()
	expect(await publish(operator, fields)).toContain('Select at least one draft to publish.')
	expect(await publish(operator, { ...fields, 'draft-999999': 'on' })).toContain('Select at least one draft to publish.')
	expect(await read(HOME)).toBeNull()
})

test('publishing is refused if any draft was saved after the page was opened', async () => {
	const { operator, choose, read } = await open()
	await saveText(operator, HOME, newHome('First'))
	const fields = await choose(HOME_TITLE)
	await saveText(operator, SITE, named('New'))
	expect(await publish(operator, fields)).toContain('Drafts or releases changed after you opened this page.')
	expect(await read(HOME)).toBeNull()
})

test('a draft with errors doesn’t block the others, and is refused itself', async () => {
	const { operator, choose, read } = await open()
	await saveText(operator, HOME, newHome('First').replace('"href": "/blog"', '"href": "/nowhere"'))
	await saveText(operator, SITE, named('New'))
	expect(await publish(operator, await choose(HOME_TITLE))).toContain('/nowhere isn’t a page of your site')
	expect(await read(HOME)).toBeNull()
	await publish(operator, await choose(SITE_TITLE))
	expect([await read(HOME), await read(SITE)]).toEqual([null, named('New')])
})

test('a draft that depends on another is refused without it, and published with it', async () => {
	const { operator, choose, read } = await open()
	const article = 'articles/a-second-look.md'
	const source = originOf('articles/price-your-first-offer.md').replaceAll(/\$47\b/g, '{price}')
	await saveText(operator, article, source.replace(/^title: .*$/m, 'title: A second look'))
	await saveText(operator, HOME, newHome('First').replace('"href": "/blog"', '"href": "/articles/a-second-look"'))
	const refused = await publish(operator, await choose(HOME_TITLE))
	expect(refused).toContain('The selected drafts depend on others: select those too, or fix these errors.')
	expect(refused).toContain('/articles/a-second-look isn’t a page of your site')
	expect(await read(HOME)).toBeNull()
	await publish(operator, await choose(HOME_TITLE, 'Articles › A second look'))
	expect(await read(HOME)).toContain('/articles/a-second-look')
})

test('only selected drafts need their unusual amounts confirmed', async () => {
	const { operator, choose, read } = await open()
	await saveText(operator, OFFERS, originOf(OFFERS).replace('"amountCents": 4700', '"amountCents": 59'))
	await saveText(operator, SITE, named('New'))
	await publish(operator, await choose(SITE_TITLE))
	expect(await read(SITE)).toBe(named('New'))
	expect(await publish(operator, await choose(OFFERS_TITLE))).toContain('Check the prices, then publish or schedule again to confirm them.')
	expect(await read(OFFERS)).toBeNull()
})

test('changes are listed by field, without paths, cents or JSON, with pages before and after', async () => {
	const { operator } = await open()
	await saveText(operator, OFFERS, originOf(OFFERS).replace('"amountCents": 4700', '"amountCents": 4900'))
	await saveText(operator, HOME, newHome('First'))
	const { text } = await operator.get(PAGE)
	const words = text.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]+>/g, ' ')
	expect(text).toMatch(/<details class="disclosure"><summary>[^<]+ › Price<span class="sr-only"> in Offers and prices</)
	expect(words).toMatch(/› Price\s+removed: \s*\$47\.00\s+→\s+added: \s*\$49\.00/)
	expect(words).toMatch(/Top of the page › Line below the title\s+added: \s*First /)
	expect(words).not.toMatch(/\.json|\.md\b|4700|4900|Cents|offers\.\d/)
	const frames = [...text.matchAll(/<iframe[^>]* src="([^"]+)"[^>]*sandbox="allow-same-origin"/g)].map(([, src = '']) =>
		src.replaceAll('&amp;', '&'),
	)
	expect(frames.slice(0, 2)).toEqual([
		'/admin/content/site/at/?mode=before&drafts=unscheduled',
		'/admin/content/site/at/?mode=after&drafts=unscheduled',
	])
	const [before, after] = [await operator.get(frames[0] ?? ''), await operator.get(frames[1] ?? '')]
	expect(after.text).toMatch(/<p[^>]*data-changed[^>]*>First /)
	expect(before.text).not.toContain('First A')
	expect(before.text).toContain('data-changed')
	for (const { text: frame } of [before, after]) expect(frame).not.toMatch(/<a [^>]*href=/)
})

test('a new module is one group with its changes elsewhere; later edits there are separate changes', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/content/new/module', { title: 'Talks', summary: 'Speak', minutes: '60', lesson: 'On a stage' })
	const linksOf = (text: string) =>
		new Set([...text.matchAll(/href="\/admin\/content\/file\?path=([^"&]+)"/g)].map(([, path = '']) => decodeURIComponent(path)))
	const below = async () => {
		const review = (await operator.get('/admin/content/publish')).text
		return linksOf(/aria-label="New module “Talks” and \d other changes">([\s\S]*?)<div class="sticky-bar /.exec(review)?.[1] ?? '')
	}
	const derived = ['course/course.json', 'site.json', 'link-pictures.json']
	expect([...(await below())].filter((path) => derived.includes(path)).toSorted()).toEqual(derived.toSorted())
	expect((await below()).has('course/module-7/module.json')).toBe(true)

	const { body } = await wire.deps.db
		.selectFrom('content_versions')
		.select('body')
		.where('path', '=', 'site.json')
		.executeTakeFirstOrThrow()
	await saveText(operator, 'site.json', (body ?? '').replace('"strapline": "', '"strapline": "Now: '))
	const causes = await wire.deps.db.selectFrom('content_versions').select(['path', 'because_of']).orderBy('id', 'desc').execute()
	const causeOf = (file: string) => causes.find(({ path }) => path === file)?.because_of
	expect([causeOf('site.json'), causeOf('course/course.json')]).toEqual([null, 'course/module-7/module.json'])
	expect((await below()).has('course/course.json')).toBe(true)
})

test('after publishing, links lead to the pages that changed, such as lessons', async () => {
	const { operator } = await open()
	const publishLessons = async (...names: string[]) => {
		for (const name of names) {
			const file = `course/module-2/lessons/${name}.md`
			await saveText(operator, file, originOf(file).replace(/^title: (.*)$/m, `title: $1 and ${names.length} more`))
		}
		return (await operator.get((await operator.post(PAGE)).to)).text
	}
	expect(await publishLessons('first-sale')).toMatch(/<a href="\/course\/module2\?section=[^"]+">View the changed page</)
	const both = await publishLessons('first-sale', 'launch-strategy-execution')
	expect(both.match(/<a href="\/course\/module2\?section=[^"]+">View page</g)).toHaveLength(2)
	expect(both).toContain('<a href="/">View site</a>')
})

test('a module has the same name as in the course outline', async () => {
	const { operator } = await open()
	const file = 'course/module-1/module.json'
	await saveText(operator, file, originOf(file).replace('"subtitle": "', '"subtitle": "First '))
	expect((await operator.get('/admin/course')).text).toContain('Foundation: Digital Career Discovery')
	expect((await operator.get(PAGE)).text).toContain('Module 1 › Module page: Foundation: Digital Career Discovery<')
})

test('from the editor of a text, only its draft is selected', async () => {
	const { operator } = await open()
	await saveText(operator, HOME, newHome('First'))
	await saveText(operator, SITE, named('New'))
	const { text } = await operator.get(addressOf(HOME))
	const [, href = ''] = /href="([^"]*)"[^>]*>Review and publish</.exec(text) ?? []
	const selectedOn = async (path: string) => {
		const boxes = (await operator.get(path)).text.matchAll(/<input id="draft-[^>]*?( checked="")?\/><label[^>]*>([^<]*)</g)
		return [...boxes].flatMap(([, checked, title]) => (checked ? [title] : []))
	}
	expect(await selectedOn(href)).toEqual([HOME_TITLE])
	expect(new Set(await selectedOn(PAGE))).toEqual(new Set([HOME_TITLE, SITE_TITLE]))
	expect(await selectedOn(`${PAGE}?only=unknown`)).toHaveLength(2)
})
