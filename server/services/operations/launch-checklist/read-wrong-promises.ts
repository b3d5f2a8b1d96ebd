import fs from 'node:fs/promises'
import path from 'node:path'

import type { Content } from '#content/load-content.server.ts'

import { comparePromises } from './compare-promises.ts'

const BUILD_DIR = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'build')

/** What the built pages promise otherwise than the rules keep it, one sentence each. @param buildDir the folder of the built site */
export async function readWrongPromises(content: Content, buildDir = BUILD_DIR): Promise<string[]> {
	const built = await fs.readFile(path.join(buildDir, 'promises.json'), 'utf8').catch(() => null)
	return comparePromises(built, content.lastingPromises) ?? []
}
