import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '#scripts/run-command.ts'

import { generator, hasProgram, measureLoad, onProcessor } from './rig/load.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { processorSeconds } from './rig/process-tree.ts'
import { type RunningProgram, runServer } from './rig/run-server.ts'

const ROUNDS = 9
const SECONDS = 1
const CONNECTIONS = 32
// nginx has no built-in brotli: both send the same gzip copy of the page.
const HEADERS = { 'Accept-Encoding': 'gzip' }

const nginxConfiguration = (port: number, workDir: string) => `
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
		root ${path.join(root, 'build', 'client')};
		gzip_static on;
		location / { try_files $uri $uri/index.html =404; }
	}
}`

async function startNginx({ port, workDir, pin }: BenchOptions): Promise<RunningProgram | null> {
	const name = ['nginx', '/usr/sbin/nginx'].find(hasProgram)
	if (!name) return null
	const dir = path.join(workDir, 'nginx')
	mkdirSync(dir, { recursive: true })
	const file = path.join(dir, 'nginx.conf')
	writeFileSync(file, (process.getuid?.() === 0 ? 'user root;' : '') + nginxConfiguration(port, dir))
	return runServer({ command: [...onProcessor(0, pin), name, '-p', dir, '-c', file], port, env: {}, limitSeconds: 10 })
}

type Rates = { perSecond: number[]; /** Processor time of one answer in microseconds. */ cost: number[] }

/** Short rounds in turn, so that other load of the machine falls on both. */
async function alternate(servers: RunningProgram[], { pin, print }: BenchOptions): Promise<Rates[]> {
	const rates = servers.map((): Rates => ({ perSecond: [], cost: [] }))
	for (let round = 0; round <= ROUNDS; round++)
		for (const [index, { origin, pid }] of servers.entries()) {
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
			print(`round ${round}, ${index === 0 ? 'Launchway' : 'nginx'}: ${Math.round(perSecond)} requests/s`)
		}
	return rates
}

function summarize([own, nginx]: readonly Rates[], pin: boolean): Measurement[] {
	if (!own) return []
	const pinning = pin ? 'server and load on a processor each' : 'not pinned'
	const note = `${generator()}, ${CONNECTIONS} connections, median of ${ROUNDS} × ${SECONDS} s, ${pinning}`
	const rate = (name: string, { perSecond }: Rates, how: string): Measurement => ({
		name: `static page, ${name}`,
		value: Math.round(median(perSecond)),
		unit: 'requests/s',
		note: how,
	})
	const cost = (name: string, rates: Rates): Measurement => ({
		name: `static page, ${name}, processor time`,
		value: Math.round(median(rates.cost)),
		unit: 'µs/request',
		note: 'steadier than the rate on a busy machine',
	})
	const measured = [rate('Launchway', own, note), cost('Launchway', own)]
	if (!nginx) return measured
	const ratio = median(own.perSecond) / median(nginx.perSecond)
	return [
		...measured,
		rate('nginx', nginx, 'one worker, same gzip file, no log'),
		cost('nginx', nginx),
		{ name: 'static page, Launchway / nginx', value: ratio, unit: '', note: 'ratio of the median rates, rounds in turn' },
	]
}

/** The home page from memory against nginx with one worker serving the same file: requests per second, and their ratio. */
export async function measureThroughput(options: BenchOptions): Promise<Measurement[]> {
	const { port, workDir, pin, print } = options
	const env = { DATA_DIR: path.join(workDir, 'throughput'), LOG_LEVEL: 'error', NODE_ENV: 'production', SANDBOX: '1' }
	const own = await runServer({ command: [...onProcessor(0, pin), process.execPath, 'server/main.ts'], port, env, limitSeconds: 60 })
	const nginx = await startNginx({ ...options, port: port + 1 }).catch((error: unknown) => {
		print(`nginx could not be measured: ${error instanceof Error ? error.message : String(error)}`)
		return null
	})
	try {
		return summarize(await alternate(nginx ? [own, nginx] : [own], options), pin)
	} finally {
		await own.stop()
		await nginx?.stop()
	}
}
