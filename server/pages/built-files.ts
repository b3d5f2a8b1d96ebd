import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

import { baseSecurityHeaders } from '#server/http/security-headers.ts'

import { servedFile, type ServedFile } from './served-file.ts'

const readBytes = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(file))

function readPacked(file: string): ServedFile['packed'] {
	return {
		...(existsSync(`${file}.br`) ? { br: readBytes(`${file}.br`) } : {}),
		...(existsSync(`${file}.gz`) ? { gzip: readBytes(`${file}.gz`) } : {}),
	}
}

/** @throws Error if there is no finished build */
export function requireBuild(buildDir: string): void {
	if (!existsSync(join(buildDir, '.stamp'))) throw new Error(`${buildDir} contains no finished build (run: npm run build)`)
}

/**
 * Reads the built scripts, fonts and pictures, by path.
 * @throws Error if the build is missing
 */
export function readBuiltFiles(buildDir: string, site: Parameters<typeof baseSecurityHeaders>[0]): Map<string, ServedFile> {
	const client = join(buildDir, 'client')
	requireBuild(buildDir)
	const securityHeaders = baseSecurityHeaders(site)
	const files = new Map<string, ServedFile>()
	for (const name of globSync('**/*', { cwd: client })) {
		const file = join(client, name)
		if (/\.(?:br|gz)$/.test(name) || !statSync(file).isFile()) continue
		const address = `/${name.split(sep).join('/')}`
		files.set(address, servedFile(address, readBytes(file), { securityHeaders, packed: readPacked(file) }))
	}
	return files
}
