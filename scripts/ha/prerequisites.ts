import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const INSTALLED = '/usr/lib/postgresql'
const LEAST_POSTGRES = 15
const LEAST_PGBOUNCER = 121

const PROGRAMS: Record<string, string> = {
	etcd: 'apt-get install etcd-server',
	patroni: 'version 3.1, as in ops/ha/README.md, in PATH',
	patronictl: 'comes with patroni',
	haproxy: 'apt-get install haproxy',
	pgbouncer: 'version 1.21 or newer: apt-get install pgbouncer (Debian 13), or built from pgbouncer.org',
}

const folders = () => [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
const find = (program: string) =>
	folders()
		.map((folder) => path.join(folder, program))
		.find((file) => fs.existsSync(file))

/**
 * Returns the folder of the newest installed PostgreSQL that can be a standby. The embedded one lacks pg_basebackup and pg_rewind.
 */
function findPostgres(): string | null {
	if (!fs.existsSync(INSTALLED)) return null
	const versions = fs
		.readdirSync(INSTALLED)
		.map(Number)
		.filter((version) => version >= LEAST_POSTGRES)
		.sort((a, b) => b - a)
	const bins = versions.map((version) => path.join(INSTALLED, String(version), 'bin'))
	return bins.find((bin) => ['postgres', 'pg_basebackup', 'pg_rewind'].every((name) => fs.existsSync(path.join(bin, name)))) ?? null
}

function isRecentPgbouncer(file: string): boolean {
	const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' })) ?? []
	return Number(major) * 100 + Number(minor) >= LEAST_PGBOUNCER
}

/**
 * Finds the programs that the cluster needs.
 * @throws Error that names all that is missing, and how to install it
 */
export function findPrograms() {
	const missing: string[] = []
	if (process.platform !== 'linux') missing.push('Linux, whose loopback network has more than one address')
	const found = Object.fromEntries(
		Object.entries(PROGRAMS).map(([program, remedy]) => {
			const file = find(program)
			if (!file || (program === 'pgbouncer' && !isRecentPgbouncer(file))) missing.push(`${program}: ${remedy}`)
			return [program, file ?? '']
		}),
	)
	const bin = findPostgres()
	if (!bin) missing.push(`PostgreSQL: apt-get install postgresql (the package's own server can be stopped)`)
	if (missing.length > 0) throw new Error(`The cluster needs more programs:\n  ${missing.join('\n  ')}`)
	return { programs: found, bin: bin ?? '' }
}
