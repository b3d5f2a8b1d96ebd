import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Cluster, type ClusterNode } from '#scripts/ha/cluster.ts'
import { findPrograms } from '#scripts/ha/prerequisites.ts'
import { signal } from '#tests/setup/embedded-dir.ts'

/** Time for which a killed machine stays down. */
const DOWN_MS = 15_000

/** True if the programs of ops/ha are installed. */
export const isInstalled = (() => {
	try {
		return Boolean(findPrograms())
	} catch {
		return false
	}
})()

/** @param env further settings of the academy */
export async function startCluster(print: (line: string) => void, env?: Readonly<Record<string, string>>): Promise<Cluster> {
	const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchway-ha-'))
	fs.chmodSync(dir, 0o755)
	const cluster = new Cluster(dir, print, env)
	await cluster.start()
	return cluster
}

export const patroniOf = (cluster: Cluster, { name }: ClusterNode) => cluster.program(`${name}/patroni`)

export function signalPostgres(cluster: Cluster, node: ClusterNode, name: NodeJS.Signals): void {
	for (const pid of cluster.postgresOf(node)) signal(pid, name)
}

/** Kills Patroni and PostgreSQL of a machine. @returns a function that starts them again after a while */
export async function killMachine(cluster: Cluster, node: ClusterNode): Promise<() => Promise<void>> {
	const killed = patroniOf(cluster, node).kill()
	signalPostgres(cluster, node, 'SIGKILL')
	await killed
	return async () => {
		await sleep(DOWN_MS)
		patroniOf(cluster, node).start()
	}
}
