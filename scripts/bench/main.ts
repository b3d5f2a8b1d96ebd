/**
 * `npm run bench`: measures the product on this machine, prints the results and writes them to bench/results.json. These aren't
 * tests: results vary with the machine's load. `npm run bench -- weight start` runs only the named benchmarks. `--people 100000`
 * fills `console` and `progress` with another number than a million, `--keep <folder>` uses that database again next time, and
 * `--only orders` measures only pages with this word in their name.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { ensureBuilt } from '#scripts/build.mjs'
import { root } from '#scripts/run-command.ts'

import { measureConsoleWeight } from './console-weight.ts'
import { measureConsole } from './console.ts'
import { measurePageQuality } from './page-quality.ts'
import { measurePageWeight } from './page-weight.ts'
import { measurePayments } from './payments.ts'
import { measureProgress } from './progress.ts'
import { measureRefresh } from './refresh.ts'
import { measureRest } from './rest.ts'
import { type BenchOptions, type Measurement, formatTable } from './rig/measurement.ts'
import { measureStartAndMemory } from './start-and-memory.ts'
import { measureThroughput } from './throughput.ts'

const BENCHMARKS: Record<string, (options: BenchOptions) => Promise<Measurement[]>> = {
	weight: async (options) => [...(await measurePageWeight(options)), ...(await measureConsoleWeight(options))],
	start: measureStartAndMemory,
	throughput: measureThroughput,
	progress: measureProgress,
	console: measureConsole,
	payments: measurePayments,
	refresh: measureRefresh,
	rest: measureRest,
	lighthouse: measurePageQuality,
}

function readArguments() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			port: { type: 'string', default: '3170' },
			pin: { type: 'boolean', default: false },
			people: { type: 'string', default: '1000000' },
			keep: { type: 'string' },
			only: { type: 'string', default: '' },
		},
	})
	const unknown = positionals.filter((name) => !(name in BENCHMARKS))
	if (unknown.length > 0) throw new Error(`no benchmark ${unknown.join(', ')}; there are: ${Object.keys(BENCHMARKS).join(', ')}`)
	return {
		port: Number(values.port),
		pin: values.pin,
		people: Number(values.people),
		keep: values.keep,
		only: values.only,
		names: positionals.length > 0 ? positionals : Object.keys(BENCHMARKS),
	}
}

async function measure(name: string, options: BenchOptions): Promise<Measurement[]> {
	try {
		return (await BENCHMARKS[name]?.(options)) ?? []
	} catch (error) {
		options.print(`could not be measured: ${error instanceof Error ? error.message : String(error)}`)
		process.exitCode = 1
		return []
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const { names, ...chosen } = readArguments()
await ensureBuilt()
const workDir = mkdtempSync(path.join(tmpdir(), 'launchway-bench-'))

const results: Record<string, Measurement[]> = {}
try {
	for (const name of names) {
		console.log(`\n${name}`)
		results[name] = await measure(name, { ...chosen, workDir, print: (line) => console.log(`  ${line}`) })
	}
} finally {
	rmSync(workDir, { recursive: true, force: true })
}

const machine = { processors: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version, at: new Date().toISOString() }
mkdirSync(path.join(root, 'bench'), { recursive: true })
writeFileSync(path.join(root, 'bench', 'results.json'), `${JSON.stringify({ machine, results }, null, '\t')}\n`)
console.log(
	`\n${formatTable(Object.values(results).flat()).join('\n')}\n\n${machine.processors} × ${machine.model}, Node ${machine.node}; also in bench/results.json`,
)
