import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'

import { openConsole } from './console/fill-academy.ts'
import { takeDelays, withProbe } from './publish/loop-delays.ts'
import type { LoopDelays } from './publish/loop-probe.ts'
import { createOperator, type Operator } from './publish/operator.ts'
import { readAll, visitSteadily, type Visits } from './publish/visitors.ts'
import { BENCH_SITE } from './rig/bench-database.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { memoryOf } from './rig/memory-of.ts'
import { listPages, read } from './rig/read-pages.ts'
import { type Bench, withServer } from './rig/with-server.ts'

const TIMES = 20
const SETTLE_MS = 3000
const PER_SECOND = 200
const LESSON = 'getting-your-first-win'

/** A word of a shipped file, and the `n`-th other one in its place, as pages show it. */
type Change = { name: string; file: string; from: string; edit: (n: number) => { to: string; shown: string }; at: string; goals?: Goals }
type Goals = { firstMs: number; allMs: number | null }

const twoDigits = (n: number) => String(n).padStart(2, '0')

const PRICE: Change = {
	name: 'price',
	file: 'offers.json',
	from: '"amountCents": 4700',
	edit: (n) => ({ to: `"amountCents": 51${twoDigits(n)}`, shown: `$51.${twoDigits(n)}` }),
	at: paths.offer,
	goals: { firstMs: 500, allMs: 1500 },
}

const CHANGES: readonly Change[] = [
	PRICE,
	{
		name: 'name',
		file: 'site.json',
		from: '"name": "Launchway"',
		edit: (n) => ({ to: `"name": "Academy ${twoDigits(n)}"`, shown: `Academy ${twoDigits(n)}` }),
		at: paths.offer,
		goals: { firstMs: 2000, allMs: 2000 },
	},
	{
		name: 'color',
		file: 'brand.json',
		from: '#cc3b14',
		edit: (n) => ({ to: `#cc3b${twoDigits(n)}`, shown: `#cc3b${twoDigits(n)}` }),
		at: paths.offer,
		goals: { firstMs: 2000, allMs: 2000 },
	},
	{
		name: 'lesson',
		file: `course/module-1/lessons/${LESSON}.md`,
		from: 'title: Getting Your First Win',
		edit: (n) => ({ to: `title: Getting Your First Win ${n}`, shown: `Getting Your First Win ${n}"` }),
		at: `/api/course/modules/1/lessons/${LESSON}`,
		goals: { firstMs: 500, allMs: null },
	},
]

type Site = { origin: string; operator: Operator; pages: readonly string[]; takeDelays: () => ReturnType<typeof takeDelays> }

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
	while (!(await isSo())) await sleep(5)
}

type Took = LoopDelays & { firstMs: number; allMs: number }

type Step = { change: Change; n: number; /** Pages that show such a change. */ among: readonly string[] }

/** From the press of Publish until the page that shows the change, and then all that do. */
async function publish({ origin, operator, pages, takeDelays: take }: Site, { change, n, among }: Step): Promise<Took> {
	const { to, shown } = change.edit(n)
	await operator.save(change.file, change.from, to)
	const press = await operator.openPublish()
	await take()
	const started = performance.now()
	await press()
	await waitUntil(async () => (await read(origin, change.at)).includes(shown))
	const firstMs = performance.now() - started
	await waitUntil(async () => {
		const read = await readAll(origin, pages)
		return among.every((page) => read.get(page)?.includes(shown))
	})
	const allMs = performance.now() - started
	return { firstMs, allMs, ...(await take()) }
}

/** The pages that show a change. */
async function findShowing(site: Site, change: Change): Promise<string[]> {
	await publish(site, { change, n: 10, among: [] })
	const { shown } = change.edit(10)
	return [...(await readAll(site.origin, site.pages))].flatMap(([page, text]) => (text.includes(shown) ? [page] : []))
}

const ofTimes = (name: string, times: readonly number[], goalMs: number | null): Measurement => ({
	name,
	value: median(times),
	unit: 'ms',
	...(goalMs !== null && { goal: `≤ ${goalMs} ms`, isMet: median(times) <= goalMs }),
	note: `median of ${times.length}, longest ${Math.round(Math.max(...times))} ms`,
})

async function measureChange(site: Site, change: Change, print: BenchOptions['print']): Promise<{ took: Took[]; measured: Measurement[] }> {
	const showing = await findShowing(site, change)
	if (showing.length === 0 && change.goals?.allMs !== null) throw new Error(`no page shows another ${change.name}`)
	const took: Took[] = []
	for (let n = 11; n < 11 + TIMES; n += 1) took.push(await publish(site, { change, n, among: showing }))
	const { firstMs = null, allMs = null } = change.goals ?? {}
	const where = change.at === paths.offer ? 'the offer page' : 'the lesson'
	const measured = [
		ofTimes(
			`${change.name} changed, until ${where} says so`,
			took.map((each) => each.firstMs),
			firstMs,
		),
		ofTimes(
			`${change.name} changed, until all pages are new`,
			took.map((each) => each.allMs),
			allMs,
		),
	]
	print(
		`${change.name}: ${measured.map(({ value, note }) => `${Math.round(value)} ms (${note})`).join(', ')}, shown by ${showing.length} pages`,
	)
	return { took, measured }
}

/** From the moment that a draft is saved, as the operator's browser asks for a page of it. */
async function measurePreview({ operator }: Site): Promise<Measurement> {
	const times: number[] = []
	for (let n = 40; n < 40 + TIMES; n += 1) {
		const { to, shown } = PRICE.edit(n)
		await operator.save(PRICE.file, PRICE.from, to)
		const started = performance.now()
		const page = await operator.get(consolePaths.contentSiteFiles + PRICE.at)
		times.push(performance.now() - started)
		if (!page.includes(shown)) throw new Error('the preview does not show the draft')
	}
	return ofTimes('preview of the offer page of a new draft', times, 300)
}

/** Event loop delays of a time without a publication, for comparison. */
async function idleDelays(site: Site, seconds: number): Promise<Awaited<ReturnType<Site['takeDelays']>>> {
	await site.takeDelays()
	await sleep(seconds * 1000)
	return site.takeDelays()
}

const present = ({ count, failed, slow, p50, p99, most }: Visits) =>
	`${count} requests, ${failed} failed, ${slow} slower than 200 ms, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${most.toFixed(0)} ms`

/** Publications while pages are visited at a steady rate, after the same time without any. */
async function measureUnderLoad(site: Site, print: BenchOptions['print']): Promise<Measurement[]> {
	const endLoad = visitSteadily(site.origin, site.pages, PER_SECOND)
	const started = performance.now()
	await site.takeDelays()
	const delays: number[] = []
	for (let n = 70; n < 70 + TIMES; n += 1) {
		const { to } = PRICE.edit(n)
		await site.operator.save(PRICE.file, PRICE.from, to)
		await (
			await site.operator.openPublish()
		)()
		delays.push((await site.takeDelays()).processorMs)
	}
	const with_ = await endLoad()
	const seconds = (performance.now() - started) / 1000
	const endQuiet = visitSteadily(site.origin, site.pages, PER_SECOND)
	await sleep(seconds * 1000)
	const without = await endQuiet()
	print(`with ${TIMES} publications: ${present(with_)}`)
	print(`for as long without: ${present(without)}`)
	const bad = with_.failed + with_.slow
	return [
		{
			name: `requests that failed or took more than 200 ms, ${TIMES} publications`,
			value: bad,
			unit: '',
			goal: '0',
			isMet: bad === 0,
			note: `${PER_SECOND} a second: ${present(with_)}; without: ${present(without)}`,
		},
		ofTimes('event loop held while pages are visited, each publication', delays, 50),
	]
}

function presentMemory({ server, database }: Bench, when: string): Measurement {
	const [own, its] = [memoryOf(server.pid), memoryOf(database.pid)]
	const sum = (own?.pssMb ?? 0) + (its?.pssMb ?? 0)
	const note = `PSS; server ${Math.round(own?.pssMb ?? 0)} (RSS ${Math.round(own?.rssMb ?? 0)}) in ${own?.processes}, PostgreSQL ${Math.round(its?.pssMb ?? 0)} MB in ${its?.processes} processes`
	return { name: `memory ${when}`, value: sum, unit: 'MB', note }
}

async function measure(bench: Bench, cookie: string): Promise<Measurement[]> {
	const { server, options } = bench
	const { origin, pid } = server
	const operator = createOperator({ origin, cookie, siteUrl: BENCH_SITE })
	const memory: Measurement[] = []
	const weigh = async (when: string) => {
		await sleep(SETTLE_MS)
		memory.push(presentMemory(bench, when))
	}
	await weigh('before the first page')
	await read(origin, '/')
	await sleep(SETTLE_MS)
	await weigh('after the first page')
	await operator.get(consolePaths.contentPublish)
	await weigh('after the console')
	const site: Site = { origin, operator, pages: await listPages(origin), takeDelays: () => takeDelays(pid, fileOf(options)) }
	const idle = await idleDelays(site, 10)
	const measured: Measurement[] = []
	for (const change of CHANGES) {
		const { took, measured: ofChange } = await measureChange(site, change, options.print)
		measured.push(
			...ofChange,
			ofTimes(
				`${change.name} changed, event loop held (processor time)`,
				took.map(({ processorMs }) => processorMs),
				50,
			),
			ofTimes(
				`${change.name} changed, processor time of the main thread until all pages are new`,
				took.map(({ usedMs }) => usedMs),
				null,
			),
			ofTimes(
				`${change.name} changed, event loop late (by the clock)`,
				took.map(({ clockMs }) => clockMs),
				null,
			),
		)
	}
	measured.push({ name: 'event loop late without a publication', value: idle.clockMs, unit: 'ms', note: '10 s, by the clock' })
	measured.push(await measurePreview(site), ...(await measureUnderLoad(site, options.print)))
	await weigh('after all publications')
	const processes = memoryOf(pid)?.processes ?? 0
	return [...measured, { name: 'processes of the server', value: processes, unit: '', goal: '1', isMet: processes === 1 }, ...memory]
}

const fileOf = ({ workDir }: BenchOptions) => path.join(workDir, 'loop-delays.json')

/** From the press of Publish until visitors see it, and what that costs those who are there. */
export const measurePublish = (options: BenchOptions): Promise<Measurement[]> =>
	withServer(options, {
		settings: { NODE_ENV: 'production', SANDBOX: '1' },
		nodeArguments: [withProbe(fileOf(options))],
		firstPath: '/api/health',
		prepare: ({ pools }) => openConsole(pools.db),
		measure,
	})
