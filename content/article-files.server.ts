import { readdirSync, readFileSync } from 'node:fs'

import { readArticles } from './parse-article.ts'
import type { Article } from './schema/article.ts'

const FOLDER = new URL('./articles/', import.meta.url)

/** All articles from their files, newest first: for scripts and the server. The app reads them at build (articles.server.ts). */
export function readArticleFiles(): Article[] {
	const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
	return readArticles(Object.fromEntries(files.map((name) => [name.replace(/\.md$/, ''), readFileSync(new URL(name, FOLDER), 'utf8')])))
}
