import { readdirSync, readFileSync } from 'node:fs'

import { findEdited } from './files/overlay.server.ts'
import { readArticles } from './parse-article.ts'
import type { Article } from './schema/article.ts'

const FOLDER = new URL('./articles/', import.meta.url)

/**
 * All articles from their files, newest first: for scripts and the server. The app reads them at build (articles.server.ts).
 * @param find where an edited file is, or null; none is edited for who wants the origin
 */
export function readArticleFiles(find: (file: string) => string | null = findEdited): Article[] {
	const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
	const read = (name: string) => readFileSync(find(`articles/${name}`) ?? new URL(name, FOLDER), 'utf8')
	return readArticles(Object.fromEntries(files.map((name) => [name.replace(/\.md$/, ''), read(name)])))
}
