import { expect, test } from 'vitest'

import { readShipped } from '#content/read-sources.server.ts'
import { followBrandColor } from '#server/console/settings/brand-colors.ts'

import { describeFileChanges, summarizeChanges } from './describe-changes.ts'
import { describeFieldChange } from './field-change.ts'

const textOf = (file: string) => readShipped().get(file) ?? ''
const json = (file: string, change: (value: never) => void) => {
	const value = JSON.parse(textOf(file)) as never
	change(value)
	return JSON.stringify(value, null, '\t')
}

type Offers = { offers: { regularAmountCents: number; benefits: string[] }[] }
type Home = { hero: { subtitle: string } }

test('a price change names its field and shows dollars', () => {
	const file = 'offers.json'
	const after = json(file, ({ offers: [offer] }: Offers) => void (offer!.regularAmountCents = 24_900))
	const changes = describeFileChanges(file, textOf(file), after)
	expect(changes).toEqual([
		{ label: expect.stringMatching(/^Offers › .+ › Regular price$/) as string, before: '$197.00', after: '$249.00', pieces: null },
	])
	expect(JSON.stringify(changes)).not.toMatch(/cents|19700|\.json/i)
})

test('added, removed and moved entries are distinguished', () => {
	const file = 'offers.json'
	const old = JSON.parse(textOf(file)) as Offers
	const benefits = old.offers[0]?.benefits ?? []
	const change = (list: string[]) =>
		describeFileChanges(
			file,
			textOf(file),
			json(file, ({ offers: [offer] }: Offers) => void (offer!.benefits = list)),
		)
	expect(change([...benefits, 'A new benefit'])).toMatchObject([{ before: null, after: 'A new benefit' }])
	expect(change(benefits.slice(1))).toMatchObject([{ before: benefits[0], after: null }])
	expect(change([`${benefits[0]} and more`, ...benefits.slice(1)])).toMatchObject([
		{ before: benefits[0], after: `${benefits[0]} and more` },
	])
	expect(change([...benefits.slice(1), benefits[0] ?? ''])).toMatchObject([{ before: null, after: `Moved: “${benefits[0]}”` }])
})

test('changes are summed up in words, and a new entry counts as one', () => {
	const summaryOf = (file: string, change: (value: never) => void) =>
		summarizeChanges(describeFileChanges(file, textOf(file), json(file, change)))
	expect(summaryOf('offers.json', ({ offers: [offer] }: Offers) => void (offer!.regularAmountCents = 24_900))).toMatch(/ › Regular price$/)
	type List = { testimonials: Record<string, unknown>[] }
	const file = 'marketing/testimonials.json'
	expect(
		summaryOf(file, ({ testimonials }: List) => void testimonials.push({ ...testimonials[0], id: 'maya', name: 'Maya', content: 'Good.' })),
	).toBe('New testimonial: Maya')
	expect(
		summaryOf(file, ({ testimonials }: List) => {
			testimonials.pop()
			for (const each of testimonials) each.content = 'Short.'
		}),
	).toMatch(/^Night-shift nurse › Quote · Warehouse team lead › Quote · 4 more$/)
	const module = 'course/module-2/module.json'
	type Module = { sections: { id: string; title: string; summary: string }[] }
	const own = { id: 'glazes', title: 'Glazes', summary: 'Which ones.' }
	expect(summaryOf(module, ({ sections }: Module) => void sections.splice(0, 3, own))).toBe('3 lessons removed · New lesson: Glazes')
	expect(summaryOf(module, ({ sections: [first] }: Module) => void (first!.title = 'Begin'))).toBe('Begin › Title')
	const facts = ({ details: [first] }: { details: { label: string; value: string }[] }) =>
		Object.assign(first!, { label: 'Lessons', value: '5' })
	expect(summaryOf(module, facts)).toMatch(/^Lessons › Name · Facts › Lessons$/)
	const twins = [own, { ...own, id: 'more-glazes' }]
	expect(summaryOf(module, ({ sections }: Module) => void sections.push(...twins))).toBe('2 lessons added')
	type Course = { modules: unknown[] }
	expect(summaryOf('course/course.json', ({ modules }: Course) => void modules.splice(2))).toMatch(/^\d modules removed$/)
	expect(summarizeChanges([])).toBe('')
})

test('the text around a change is cut between words', () => {
	const long = 'Every evening the whole family brushed their teeth before anyone was allowed to read a chapter of the book about the sea'
	const change = describeFieldChange('Text', `${long}. Old. ${long}.`, `${long}. New. ${long}.`)
	expect(change.pieces?.map(({ text }) => text)).toEqual([
		' … was allowed to read a chapter of the book about the sea. ',
		'Old',
		'New',
		'. Every evening the whole family brushed their teeth before … ',
	])
	const list = describeFieldChange('Text', undefined, `${long} `.repeat(6)).after ?? ''
	expect(list).toMatch(/ (?:Every|evening|the|whole|family) …$/)
	expect(describeFieldChange('Text', undefined, 'x '.repeat(200) + 'y'.repeat(400)).after).toMatch(/x …$/)
})

test('a brand color change is one change with swatches, and an independent color is separate', () => {
	const brand = followBrandColor(JSON.parse(textOf('brand.json')), { ...JSON.parse(textOf('brand.json')), color: '#0a5c36' }) as {
		night: { accentHover: string }
	}
	const [group, ...others] = describeFileChanges('brand.json', textOf('brand.json'), JSON.stringify(brand))
	expect(others).toEqual([])
	expect(group).toMatchObject({ label: 'Brand colors', after: expect.stringMatching(/^\d values follow from your color$/) as string })
	expect(group?.swatches?.length).toBeGreaterThan(5)
	brand.night.accentHover = '#fefefe'
	expect(describeFileChanges('brand.json', textOf('brand.json'), JSON.stringify(brand)).map(({ label }) => label)).toEqual([
		'Brand colors',
		'More colors: dark mode › Button hover',
	])
})

test('bold text shows no asterisks unless only they changed', () => {
	const file = 'articles/free-tools-digital-product.md'
	const shown = (text: string) => JSON.stringify(describeFileChanges(file, textOf(file), `${textOf(file)}\n${text}\n`))
	expect(shown('A **bold** word.')).toContain('A bold word.')
	expect(shown('A **bold** word.')).not.toContain('**')
})

test('a sentence is compared word by word', () => {
	const file = 'marketing/home.json'
	const after = json(file, ({ hero }: Home) => void (hero.subtitle = hero.subtitle.replace('step-by-step course', 'short course')))
	const [change, ...others] = describeFileChanges(file, textOf(file), after)
	expect(others).toEqual([])
	expect(change?.label).toBe('Top of the page › Line below the title')
	expect(change?.pieces?.filter(({ is }) => is !== 'same').map(({ is, text }) => `${is} ${text.trim()}`)).toContain('added short')
})

test('a name of which more than half of the words change is shown as a whole, before and after', () => {
	const [before, after] = ['Digital Income Mastery - Lifetime Access', 'Bread in Six Weeks - Lifetime Access']
	expect(describeFieldChange('Name', before, after)).toEqual({ label: 'Name', before, after, pieces: null })
	expect(describeFieldChange('Name', before, before.replace('Income', 'Sales')).pieces).not.toBeNull()
})

test('a lesson’s changes name facts, steps, the paragraph’s heading and exercises', () => {
	const file = 'course/module-2/lessons/first-sale.md'
	const before = textOf(file)
	const changed = before
		.replace('title: First Sale', 'title: "Sale: the first"')
		.replace('Check in after three days,', 'Check in after four days,')
		.replace(/\n## (.+)\n\n(\S+)/, '\n## $1\n\nChanged $2')
	const labels = describeFileChanges(file, before, changed).map(({ label }) => label)
	expect(labels).toEqual(['Title', 'Steps › 4', expect.stringMatching(/^Text under “.+”$/)])
	expect(describeFileChanges(file, before, changed)[0]).toMatchObject({ before: 'First Sale', after: 'Sale: the first' })
	const figure = describeFileChanges(file, before, before.replace(/```figure\n/, '```figure\nextra: Words\n'))
	expect(figure).toMatchObject([{ label: expect.stringMatching(/› Figure › Extra$/) as string, before: null, after: 'Words' }])
})

test('unchanged files have no changes, and a file replaced with unreadable text is still described', () => {
	for (const [file, text] of readShipped()) {
		expect(describeFileChanges(file, text, text)).toEqual([])
		if (file.endsWith('.md')) expect([file, describeFileChanges(file, text, `${text}\n\nOne more paragraph.\n`).length]).toEqual([file, 1])
	}
	expect(describeFileChanges('offers.json', textOf('offers.json'), '{')).toHaveLength(1)
	expect(describeFileChanges('logo.svg', '<svg/>', '<svg></svg>')).toMatchObject([{ label: 'Drawing' }])
})

test('new list entries are described field by field', () => {
	const file = 'offers.json'
	type Codes = { discountCodes: object[] }
	const after = json(file, ({ discountCodes }: Codes) => void discountCodes.push({ code: 'FRIEND', kind: 'percent', percent: 20 }))
	expect(describeFileChanges(file, textOf(file), after).map(({ label, before, after: value }) => [label, before, value])).toEqual([
		['Discount codes › FRIEND › Code', null, 'FRIEND'],
		['Discount codes › FRIEND › Kind', null, 'Percent off'],
		['Discount codes › FRIEND › Percent off', null, '20'],
	])
})

test.each([
	['course/course.json', '"variant": "destructive"', '"variant": "default"', 'Warning', 'Information'],
	['offers.json', '"kind": "percent"', '"kind": "amount"', 'Percent off', 'Amount off'],
	['offers.json', '"currency": "USD"', '"currency": "EUR"', 'USD – US Dollar', 'EUR – Euro'],
	['company/seller.json', '"country": ""', '"country": "AT"', 'Not set', 'Austria'],
])('a selected value of %s is named as in its form: %s', (file, from, to, before, after) => {
	expect(describeFileChanges(file, textOf(file), textOf(file).replace(from, to))).toContainEqual(expect.objectContaining({ before, after }))
})

test('a choice is compared as a whole, a moved entry is one change, and a new module is one line', () => {
	const shape = (sections: object[]) => JSON.stringify({ sections })
	const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ id, title: `Lesson ${id}`, summary: `What lesson ${id} teaches` }))
	const moved = describeFileChanges('course/modules/1.json', shape([one!, two!, three!]), shape([two!, three!, one!]))
	expect(moved.map(({ after, pieces }) => [after, pieces])).toEqual([['Moved', [{ text: 'Moved', is: 'same' }]]])
	const modules = (list: object[]) => JSON.stringify({ modules: list })
	const first = { id: 1, title: 'First', description: 'Text', requires: null }
	const added = describeFileChanges(
		'course/course.json',
		modules([first]),
		modules([first, { ...first, id: 7, title: 'Second', requires: 1 }]),
	)
	expect(added.map(({ after }) => after)).toEqual(['New module'])
})

test('a picture is shown by its description, not by its address; a video by its title', () => {
	const video = '![First call](/media/018f0000-0000-4000-8000-000000000000/intro-1280x720.mp4 "captions: en")'
	expect(describeFieldChange('Text', 'Look.', `Look. ${video}`).after).toBe('Look. [Video: First call]')
	expect(describeFieldChange('Text', 'Look.', 'Look. ![Bar chart](/media/3db2.webp)').after).toBe('Look. [Picture: Bar chart]')
	const replaced = describeFieldChange('Text', '![Bar chart](/media/1.webp)', '![Bar chart](/media/2.webp)')
	expect([replaced.before, replaced.after]).toEqual(['[Picture: Bar chart]', '[Picture: Bar chart] (another file)'])
	const bold = describeFieldChange('Text', 'Look. ![Bar chart](/media/1.webp)', '**Look.** ![Bar chart](/media/1.webp)')
	expect(bold.after).toBe('**Look.** ![Bar chart](/media/1.webp)')
})
