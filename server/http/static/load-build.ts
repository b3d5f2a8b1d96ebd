import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

import { carefulHeaders } from '#server/http/security-headers.ts'

import type { Encoding } from './accept-encoding.ts'

export type BuiltFile = {
	plain: Uint8Array<ArrayBuffer>
	packed: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
	etag: string
	headers: Readonly<Record<string, string>>
}

/** Must be the one of scripts/finalize/site-map.ts; the build cannot know where it will be served. */
const ORIGIN_TOKEN = 'https://origin.invalid'
const NAMES_ORIGIN = /(?:^|\/)(?:sitemap\.xml|robots\.txt)$/

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.json': 'application/json',
	'.data': 'text/x-script; charset=utf-8',
	'.xml': 'application/xml; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
	'.webmanifest': 'application/manifest+json',
	'.woff2': 'font/woff2',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.jpg': 'image/jpeg',
	'.avif': 'image/avif',
	'.webp': 'image/webp',
	'.pdf': 'application/pdf',
	'.mp4': 'video/mp4',
	'.vtt': 'text/vtt; charset=utf-8',
}

const HOUR = 'public, max-age=3600'
const FOREVER = 'public, max-age=31536000, immutable'

function cacheRule(file: string): string {
	if (file.startsWith('assets/')) return FOREVER // the name holds a hash of the content
	return /\.(?:html|data|xml|txt)$/.test(file) ? 'no-cache' : HOUR
}

const readBytes = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path))

function readPacked(path: string): BuiltFile['packed'] {
	return {
		...(existsSync(`${path}.br`) ? { br: readBytes(`${path}.br`) } : {}),
		...(existsSync(`${path}.gz`) ? { gzip: readBytes(`${path}.gz`) } : {}),
	}
}

function describe(file: string, plain: Uint8Array, policy: string | undefined) {
	const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
	const headers: Record<string, string> = {
		'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
		'cache-control': cacheRule(file),
		etag,
		vary: 'Accept-Encoding',
	}
	if (policy) headers['content-security-policy'] = policy
	return { etag, headers }
}

/** `index.html` is `/`, `modules/index.html` is `/modules`, every other file its own path. */
const addressOf = (file: string) => (file === 'index.html' ? '/' : `/${file.replace(/\/index\.html$/, '')}`)

/**
 * Reads a finished build into memory, by address.
 * @throws Error when the build, or the policy of one of its pages, is missing
 */
export function loadBuild(buildDir: string, siteUrl: string): Map<string, BuiltFile> {
	const client = join(buildDir, 'client')
	const policyFile = join(buildDir, 'csp.json')
	if (!existsSync(policyFile)) throw new Error(`${buildDir} holds no finished build (run: npm run build)`)
	const policies = JSON.parse(readFileSync(policyFile, 'utf8')) as Record<string, string>

	const careful = carefulHeaders(siteUrl)
	const files = new Map<string, BuiltFile>()
	for (const name of globSync('**/*', { cwd: client })) {
		const path = join(client, name)
		if (/\.(?:br|gz)$/.test(name) || !statSync(path).isFile()) continue
		const file = name.split(sep).join('/')
		const policy = policies[file]
		if (file.endsWith('.html') && !policy) throw new Error(`${file} has no policy in ${policyFile} (run: npm run build)`)
		const hasOrigin = NAMES_ORIGIN.test(file)
		const plain = hasOrigin ? new TextEncoder().encode(readFileSync(path, 'utf8').replaceAll(ORIGIN_TOKEN, siteUrl)) : readBytes(path)
		const { etag, headers } = describe(file, plain, policy)
		files.set(addressOf(file), { plain, packed: hasOrigin ? {} : readPacked(path), etag, headers: { ...careful, ...headers } })
	}
	return files
}
