import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { drawFirstPage } from '#content/draw-first-page.ts'
import { content } from '#content/loaded.server.ts'
import { printPicture } from '#content/print-picture.server.ts'

const { libraryDocuments } = content

/** Writes the picture of each document's first page, `<slug>.svg`. */
export async function drawFirstPages(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true })
	await Promise.all(
		[...libraryDocuments.values()].map((document) =>
			writeFile(join(folder, `${document.slug}.svg`), printPicture(drawFirstPage(document))),
		),
	)
}
