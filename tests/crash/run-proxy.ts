import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..', '..')

type Program = 'caddy' | 'nginx'

/** True if the program is installed; otherwise prints that it's missing. */
export function hasProxy(program: Program): boolean {
	const isInstalled = spawnSync('which', [program]).status === 0
	if (!isInstalled) console.log(`skipped: ${program} is not installed (apt-get install ${program})`)
	return isInstalled
}

type Ports = { port: number; upstream: number }

/** Writes our sample configuration of Caddy, with plain HTTP because there is no certificate. */
function writeCaddy(dir: string, { port, upstream }: Ports): string[] {
	const sample = fs.readFileSync(path.join(ROOT, 'ops/caddy/Caddyfile'), 'utf8')
	const file = path.join(dir, 'Caddyfile')
	const local = sample
		.replace('{$DOMAIN:academy.example.com}', `http://127.0.0.1:${port}`)
		.replace('{$UPSTREAM:127.0.0.1:3000}', `127.0.0.1:${upstream}`)
	fs.writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${local}`)
	return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile']
}

/** Writes our sample configuration of nginx, with plain HTTP. */
function writeNginx(dir: string, { port, upstream }: Ports): string[] {
	const sample = fs.readFileSync(path.join(ROOT, 'ops/nginx/launchway.conf'), 'utf8')
	const servers = sample
		.replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstream}`)
		.replace(/server \{\n\tlisten 80;[\s\S]*?\n\}\n/, '')
		.replace(/\tlisten 443 ssl http2;\n\tlisten \[::\]:443 ssl http2;/, `\tlisten 127.0.0.1:${port};`)
		.replaceAll(/\tssl_.*\n/g, '')
		.replace('/var/cache/nginx-launchway', `${dir}/cache`)
	const file = path.join(dir, 'nginx.conf')
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')
	const main = `worker_processes 1; daemon off; pid ${dir}/pid; error_log ${dir}/error.log; events {}`
	fs.writeFileSync(file, `${main} http { access_log off; ${temporary}\n${servers}\n}`)
	return ['nginx', '-c', file, '-e', `${dir}/error.log`]
}

/** Kills a proxy with all of its processes. */
export const killGroup = (child: ChildProcess) =>
	new Promise<void>((resolve) => {
		child.once('close', () => resolve())
		process.kill(-(child.pid ?? 0), 'SIGKILL')
	})

/** Starts a proxy with our sample of its configuration; it ends with the test. */
export function startProxy(program: Program, ports: Ports): ChildProcess {
	const scratch = fs.mkdtempSync(path.join(inject('scratchDir'), 'proxy-'))
	fs.chmodSync(scratch, 0o777)
	const [command = '', ...args] = program === 'caddy' ? writeCaddy(scratch, ports) : writeNginx(scratch, ports)
	const env = { ...process.env, HOME: scratch, XDG_DATA_HOME: scratch }
	const child = spawn(command, args, { stdio: 'ignore', detached: true, env })
	onTestFinished(() => {
		if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
	})
	return child
}
