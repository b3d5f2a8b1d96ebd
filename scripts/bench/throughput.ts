import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { requirePrograms } from './rig/contest.ts'
import { hasProgram, measureLoad, onProcessor } from './rig/load.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { processorSeconds } from './rig/process-tree.ts'
import { waitUntilPacked } from './rig/read-pages.ts'
import { type RunningProgram, runServer } from './rig/run-server.ts'
import { saveAnswer } from './throughput/save-answer.ts'

const ROUNDS = 9
const SECONDS = 1
const CONNECTIONS = 32
// nginx has no built-in Brotli, so all servers send the same gzip copy of the page.
const HEADERS = { 'Accept-Encoding': 'gzip' }

const nginxConfiguration = (port: number, workDir: string, folder: string) => `
worker_processes 1;
pid ${workDir}/nginx.pid;
error_log ${workDir}/nginx-error.log;
daemon off;
events { worker_connections 512; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000;
	open_file_cache max=1000 inactive=60s;
	open_file_cache_valid 60s;
	types { text/html html; application/javascript js; font/woff2 woff2; image/svg+xml svg; }
	default_type application/octet-stream;
	client_body_temp_path ${workDir}/body;
	proxy_temp_path ${workDir}/proxy;
	fastcgi_temp_path ${workDir}/fastcgi;
	uwsgi_temp_path ${workDir}/uwsgi;
	scgi_temp_path ${workDir}/scgi;
	server {
		listen 127.0.0.1:${port};
		root ${folder};
		gzip_static on;
		location / { try_files $uri /index.html =404; }
	}
}`

async function startNginx({ port, workDir, pin }: BenchOptions, folder: string): Promise<RunningProgram | null> {
	const name = ['nginx', '/usr/sbin/nginx'].find(hasProgram)
	if (!name) return null
	const dir = path.join(workDir, 'nginx')
	mkdirSync(dir, { recursive: true })
	const file = path.join(dir, 'nginx.conf')
	writeFileSync(file, (process.getuid?.() === 0 ? 'user root;' : '') + nginxConfiguration(port, dir, folder))
	return runServer({ command: [...onProcessor(0, pin), name, '-p', dir, '-c', file], port, env: {}, limitSeconds: 10 })
}

type Rates = { perSecond: number[]; /** CPU microseconds per response. */ cost: number[] }

type Contender = { name: string; server: RunningProgram }

/** Measures the servers alternately, so that other load on the machine affects all of them. */
async function alternate(contenders: readonly Contender[], { pin, print }: BenchOptions): Promise<Rates[]> {
	const rates = contenders.map((): Rates => ({ perSecond: [], cost: [] }))
	for (let round = 0; round <= ROUNDS; round++)
		for (const [
			index,
			{
				name,
				server: { origin, pid },
			},
		] of contenders.entries()) {
			const before = processorSeconds(pid)
			const { perSecond, answers } = await measureLoad({
				origin,
				path: '/',
				headers: HEADERS,
				seconds: SECONDS,
				connections: CONNECTIONS,
				pin,
			})
			if (round === 0) continue // warm-up
			rates[index]?.perSecond.push(perSecond)
			rates[index]?.cost.push(((processorSeconds(pid) - before) / answers) * 1e6)
			print(`round ${round}, ${name}: ${Math.round(perSecond)} requests/s`)
		}
	return rates
}

const GOALS: Readonly<Record<string, number>> = { 'bare node:http': 0.7, nginx: 0.4 }
const MAX_MICROSECONDS = 28

/** @param rates in the order of the contenders, Launchway first */
function summarize(contenders: readonly Contender[], rates: readonly Rates[], pin: boolean): Measurement[] {
	const pinning = pin ? 'server and load on a processor each' : 'not pinned'
	const note = `wrk, ${CONNECTIONS} connections, median of ${ROUNDS} × ${SECONDS} s in turn, ${pinning}`
	const [own] = rates
	return contenders.flatMap(({ name }, index) => {
		const { perSecond = [], cost = [] } = rates[index] ?? {}
		const microseconds = Math.round(median(cost))
		// Compared per round, because other load on the machine affected both servers.
		const ratio = median(perSecond.map((rate, round) => (own?.perSecond[round] ?? 0) / rate))
		const goal = GOALS[name]
		return [
			{ name: `static page, ${name}`, value: Math.round(median(perSecond)), unit: 'requests/s', note },
			{
				name: `static page, ${name}, processor time`,
				value: microseconds,
				unit: 'µs/request',
				...(index === 0 && { goal: `≤ ${MAX_MICROSECONDS} µs`, isMet: microseconds <= MAX_MICROSECONDS }),
				note: 'steadier than the rate on a busy machine',
			},
			...(goal === undefined
				? []
				: [{ name: `static page, Launchway / ${name}`, value: ratio, unit: '', goal: `≥ ${goal}`, isMet: ratio >= goal }]),
		]
	})
}

/** Compares serving a page from memory with a bare Node.js server and nginx with one worker, which serve the same bytes. */
export async function measureThroughput(options: BenchOptions): Promise<Measurement[]> {
	requirePrograms('wrk')
	const { port, workDir, pin, print } = options
	const env = { DATA_DIR: path.join(workDir, 'throughput'), LOG_LEVEL: 'error', NODE_ENV: 'production', SANDBOX: '1' }
	const node = [...onProcessor(0, pin), process.execPath]
	const contenders: Contender[] = []
	try {
		const own = await runServer({ command: [...node, 'server/main.ts'], port, env, limitSeconds: 60 })
		contenders.push({ name: 'Launchway', server: own })
		await waitUntilPacked(own.origin)
		const { folder, file } = await saveAnswer(own.origin, HEADERS, workDir)
		const bare = ['scripts/bench/throughput/bare-server.ts', file]
		contenders.push({
			name: 'bare node:http',
			server: await runServer({ command: [...node, ...bare], port: port + 1, env: {}, limitSeconds: 10 }),
		})
		const nginx = await startNginx({ ...options, port: port + 2 }, folder).catch((error: unknown) => {
			print(`nginx could not be measured: ${error instanceof Error ? error.message : String(error)}`)
			return null
		})
		if (nginx) contenders.push({ name: 'nginx', server: nginx })
		return summarize(contenders, await alternate(contenders, options), pin)
	} finally {
		for (const { server } of contenders) await server.stop()
	}
}
