import { readFileSync } from 'node:fs'

import { type Find, listAddedSlugs, listArticleSlugs } from './files/article-folder.server.ts'
import { contentFolder, findEdited } from './files/overlay.server.ts'
import { readArticles } from './parse-article.ts'
import type { Article } from './schema/article.ts'

const readSources = (slugs: readonly string[], find: Find): Record<string, string> =>
	Object.fromEntries(
		slugs.map((slug) => [slug, readFileSync(find(`articles/${slug}.md`) ?? `${contentFolder}/articles/${slug}.md`, 'utf8')]),
	)

/** Sources of the articles that were added, by slug: the build finds the others by itself (vite.config.ts). */
export const readAddedArticles = (): Record<string, string> => readSources(listAddedSlugs(), findEdited)

/** All articles from their files, newest first: for scripts and the server. The app reads them at build (articles.server.ts). */
export const readArticleFiles = (find: Find = findEdited): Article[] => readArticles(readSources(listArticleSlugs(find), find))
