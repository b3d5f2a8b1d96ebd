import { afterEach, expect, test, vi } from 'vitest'

import { downloadFile, downloadText } from '#app/lib/download-file.ts'
import plannerJson from '#content/planner.json'
import { PlannerSchema } from '#content/schema/planner.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { plannerStore } from './planner-store.ts'
import { WeeklyPlanner } from './weekly-planner.tsx'

vi.mock('#app/lib/backend.ts')
vi.mock('#app/lib/download-file.ts')

const words = PlannerSchema.parse(plannerJson)
const { labels, tracker } = words
const [HOURS = '', EARNED = ''] = tracker.fields
const DAY = { title: 'Monday', idea: 'Write', tasks: ['One page', 'Two pages'], time: '2 hours', resultToTrack: 'Pages' }

/** Opens the planner on Wednesday, November 18, 2026. */
async function open({
	isNarrow = false,
	answer = async () => new Response('pdf'),
}: { isNarrow?: boolean; answer?: () => Promise<Response> } = {}) {
	vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T12:00:00Z') })
	vi.mocked(downloadText).mockClear()
	vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }))
	const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(answer)
	vi.stubGlobal('fetch', fetched)
	const view = await renderElement(<WeeklyPlanner words={words} days={[DAY] as never} goals={[]} tips={[]} />)
	const used = operatePage(view)
	const choose = (day: string) => used.type(labels.weekOf, day)
	return { ...view, ...used, choose, fetched, rows: () => view.page.querySelectorAll('tbody tr[data-done]').length }
}

afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('the planner opens on this week’s Monday, and any date chooses its week', async () => {
	const { field, choose, blur, type, button } = await open()
	expect([field(labels.weekOf)?.value, field(labels.keptWeeks)]).toEqual(['2026-11-16', undefined])
	await type(labels.focusArea, 'Sell')
	expect(field(labels.keptWeeks)).toBeUndefined()
	await choose('2026-11-26')
	expect([field(labels.weekOf)?.value, field(labels.focusArea)?.value]).toEqual(['2026-11-26', ''])
	await blur(labels.weekOf)
	expect(field(labels.weekOf)?.value).toBe('2026-11-23')
	expect([...(field(labels.keptWeeks)?.querySelectorAll('option') ?? [])].map(({ textContent }) => textContent)).toEqual([
		'November 23, 2026',
		'November 16, 2026',
	])
	await choose('')
	await blur(labels.weekOf)
	expect(field(labels.weekOf)?.value).toBe('2026-11-23')
	await type(labels.keptWeeks, '2026-11-16')
	expect([field(labels.focusArea)?.value, button(labels.addRow) !== undefined]).toEqual(['Sell', true])
})

test('progress counts completed rows, and a removed row no longer counts', async () => {
	const { page, run, press, rows } = await open()
	await run(() => page.querySelector<HTMLElement>('input[type=checkbox]')?.click())
	expect(page.textContent).toContain(`${labels.progress}: 1 out of 5`)
	await press('Remove row 1')
	expect([rows(), page.textContent.includes(`${labels.progress}: 0 out of 4`)]).toEqual([4, true])
	await press(labels.undo)
	expect(page.textContent).toContain(`${labels.progress}: 1 out of 5`)
	await run(() => page.querySelector<HTMLElement>('tr[data-done=true] input[type=checkbox]')?.click())
	expect(page.textContent).toContain(`${labels.progress}: 0 out of 5`)
})

test.each([
	{ label: HOURS, wrong: '169', right: '2.5', shown: '2.5', mistake: 'Enter hours as a number from 0 to 168, such as 2.5.' },
	{
		label: EARNED,
		wrong: '12x',
		right: '19,99',
		shown: '19.99',
		mistake: 'Enter dollars as a number from 0 to 1000000, such as 40 or 19.99.',
	},
])('$label takes $right, and reports $wrong without saving it', async ({ label, wrong, right, shown, mistake }) => {
	const { type, blur, field, describe, choose } = await open()
	await type(label, right)
	await blur(label)
	expect([field(label)?.value, describe(label)]).toEqual([shown, ['']])
	await type(label, wrong)
	await blur(label)
	expect([field(label)?.value, describe(label)]).toEqual([wrong, [mistake]])
	await choose('2026-11-23')
	expect([field(label)?.value, describe(label)]).toEqual(['', ['']])
	expect(plannerStore.week('2026-11-16').lookBack).toMatchObject(label === HOURS ? { hours: 2.5 } : { earnedCents: 1999 })
})

test('weeks with figures are summed up, one or many', async () => {
	const { page, type, choose } = await open()
	const sum = () => page.querySelector('#planner-weeks + p')?.textContent
	expect(sum()).toBeUndefined()
	await type(HOURS, '2')
	expect(sum()).toBe('One week: 2 hours, $0.00 earned.')
	await choose('2026-11-23')
	await type(HOURS, '3')
	await type(EARNED, '30')
	expect(sum()).toBe('2 weeks: 5 hours, $30.00 earned. In weeks with both, that is $10.00 an hour.')
	expect([...page.querySelectorAll('#planner-weeks ~ table tbody tr')].map(({ textContent }) => textContent)).toEqual([
		'November 23, 20263 h$30.00',
		'November 16, 20262 hnot noted',
	])
})

test('a suggested day fills the first empty row', async () => {
	const { press, toasts, field } = await open()
	await press(`${labels.useDay}: Monday`)
	await toasts('Monday is in your table. Write')
	const cells = (['ideaName', 'whatImDoing', 'timeNeeded', 'weeklyGoal'] as const).map(
		(column) => field(`${words.columns[column]}, row 1`)?.value,
	)
	expect(cells).toEqual(['Write', 'One page\nTwo pages', '2 hours', 'Pages'])
})

test('the calendar is offered only once a row has text, the table always', async () => {
	const { press, toasts, type } = await open()
	await press(labels.calendar)
	await toasts('Nothing to add to your calendar yet')
	expect(downloadText).not.toHaveBeenCalled()
	await press(labels.csv)
	await type(`${words.columns.ideaName}, row 2`, 'Write')
	await press(labels.calendar)
	expect(vi.mocked(downloadText).mock.calls.map(([name]) => name)).toEqual([
		'weekly-planner-2026-11-16.csv',
		'weekly-planner-2026-11-16.ics',
	])
})

test('the PDF has the week and its rows, and is made once at a time', async () => {
	let finish = (_response: Response) => {}
	const { press, button, fetched, type, run, until } = await open({ answer: () => new Promise((resolve) => (finish = resolve)) })
	await press(labels.pdf)
	await press(labels.pdf)
	expect([fetched.mock.calls.length, button(labels.pdf)?.getAttribute('aria-busy')]).toEqual([1, 'true'])
	expect(JSON.parse(fetched.mock.calls[0]?.[1].body as string)).toMatchObject({ weekOf: '', focusArea: '' })
	await run(() => finish(new Response('pdf')))
	await until(() => expect(button(labels.pdf)?.getAttribute('aria-busy')).toBeNull())
	expect(vi.mocked(downloadFile).mock.calls.map(([name]) => name)).toEqual(['weekly-planner-2026-11-16.pdf'])
	await type(labels.focusArea, 'Sell')
	await press(labels.pdf)
	expect(JSON.parse(fetched.mock.calls[1]?.[1].body as string)).toMatchObject({ weekOf: 'November 16, 2026', focusArea: 'Sell' })
})

test.each([
	[413, 'This planner is too long for one PDF.'],
	[429, 'You have created many PDFs in a short time.'],
	[503, 'The server is busy creating documents right now.'],
	[500, 'We couldn’t reach the server.'],
])('a PDF refused with %i is explained', async (status, text) => {
	const { press, toasts, button } = await open({ answer: async () => Response.json({}, { status }) })
	await press(labels.pdf)
	await toasts(text)
	expect(button(labels.pdf)?.getAttribute('aria-busy')).toBeNull()
})

test('a cell that is too long is cut, and says so until it is changed', async () => {
	const { type, field, describe } = await open()
	const cell = `${words.columns.platform}, row 3`
	await type(cell, 'x'.repeat(2001))
	expect([field(cell)?.value.length, describe(cell)]).toEqual([2000, ['We cut this at 2,000 characters, the limit for a cell.']])
	await type(cell, 'short')
	expect(describe(cell)).toEqual([''])
})

test('on a phone, a row is edited in a dialog', async () => {
	const { page, run, type, press, field } = await open({ isNarrow: true })
	const cell = `${words.columns.ideaName}, row 2`
	expect([field(cell), page.querySelectorAll('[aria-haspopup=dialog]')[1]?.textContent]).toEqual([undefined, 'Edit row 2: Row 2, empty'])
	await run(() => page.querySelectorAll<HTMLElement>('[aria-haspopup=dialog]')[1]?.click())
	expect(page.querySelector('dialog h2')?.textContent).toBe('Row 2')
	await type(cell, 'Write')
	await press('Back to the Week')
	expect([page.querySelector('dialog[open]'), page.querySelectorAll('[aria-haspopup=dialog]')[1]?.textContent]).toEqual([
		null,
		'Edit row 2: Write',
	])
})
