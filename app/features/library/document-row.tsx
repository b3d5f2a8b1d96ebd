import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { callApi, findRefusal } from '#app/lib/own-api.ts'
import { describeDownloadFailure, downloadFromServer } from '#app/lib/save-download.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { DocumentExample } from '#content/document-examples.ts'
import type { DocumentSizes } from '#content/schema/document-sizes.ts'
import type { DocumentCard } from '#content/schema/document.ts'
import type { LibraryWords } from '#content/schema/library.ts'
import type { DownloadLink, DownloadRequest } from '#contracts/downloads.ts'
import { paths } from '#contracts/paths.ts'

type MeasuredFile = { kilobytes: number; pages?: number | undefined }

/** Formats as `PDF, 4 pages, 38 kB`, or only `PDF` if the file's size is unknown. */
export function describeFile(format: string, file: MeasuredFile | undefined): string {
	if (!file) return format
	const pages = file.pages === undefined ? [] : [file.pages === 1 ? '1 page' : `${file.pages} pages`]
	return [format, ...pages, `${file.kilobytes} kB`].join(', ')
}

/**
 * Downloads a document. Its link is valid for five minutes; if it has expired, for example while the laptop slept, a new one is requested.
 */
async function fetchDocument(request: DownloadRequest): Promise<void> {
	const take = async () => downloadFromServer((await callApi<DownloadLink>('/api/downloads', { body: request })).url)
	try {
		await take()
	} catch (error) {
		if (findRefusal(error)?.code !== 'link_expired') throw error
		await take()
	}
}

function useDownload(title: string) {
	const queries = useQueryClient()
	const [busy, setBusy] = useState<DownloadRequest['format'] | null>(null)

	async function start(request: DownloadRequest) {
		setBusy(request.format)
		try {
			await fetchDocument(request)
			toast({ title: 'Download Complete!', description: title })
		} catch (error) {
			toast(describeDownloadFailure(error))
		} finally {
			setBusy(null)
			// The account's access may have changed in the meantime.
			await queries.invalidateQueries({ queryKey: ['downloads'] })
		}
	}

	return { busy, start }
}

export type ShownDocument = DocumentCard & {
	picture: { width: number; height: number }
	example: DocumentExample | null
	sizes: DocumentSizes[string]
}

type DocumentRowProps = { document: ShownDocument; words: LibraryWords; isOpen: boolean; isHidden: boolean }

/** The column's width is in rem, so that with large text, the picture moves above the text. */
const ROW =
	'document-row grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 border-b border-line-strong py-7 max-sm:@min-[20rem]/documents:grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-8 lg:grid-cols-[11rem_minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-10'

export function DocumentRow({ document, words, isOpen, isHidden }: DocumentRowProps) {
	const { slug, title, summary, access, contents, picture, example } = document
	return (
		<li id={slug} hidden={isHidden} className={ROW}>
			<img
				src={paths.documentPicture(slug)}
				{...picture}
				loading="lazy"
				decoding="async"
				className={`block h-auto w-full max-w-44 border border-line-strong bg-[#fffdf8] ${picture.width > picture.height ? '' : 'sm:w-36'}`}
				alt={words.pictureLabel.replace('{title}', title)}
			/>
			<div>
				<div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
					<h3>{title}</h3>
					<Badge tone={access === 'free' ? 'good' : 'accent'}>{access === 'free' ? words.freeLabel : words.paidLabel}</Badge>
				</div>
				<p className="mt-2 max-w-read">{summary}</p>
				<details className="mt-3">
					<summary className="link inline-flex min-h-11 items-center">
						{words.contentsLabel}
						<span className="sr-only">: {title}</span>
					</summary>
					<ul className="mt-1 list-[square] pl-5 marker:text-accent-ink">
						{contents.map((line) => (
							<li key={line}>{line}</li>
						))}
					</ul>
				</details>
				{example && <Example title={title} example={example} words={words} />}
			</div>
			<div className="flex flex-wrap content-start items-center gap-3 max-sm:col-span-full sm:col-start-2 lg:col-start-3">
				{access === 'free' ? (
					<FreeFiles document={document} words={words} />
				) : isOpen ? (
					<PaidFiles document={document} words={words} />
				) : (
					<LockedFiles document={document} words={words} />
				)}
				{(access === 'free' || isOpen) && <p className="w-full text-soft">{listFiles(document, words)}</p>}
			</div>
		</li>
	)
}

function Example({ title, example, words }: { title: string; example: DocumentExample; words: LibraryWords }) {
	return (
		<details className="mt-1">
			<summary className="link inline-flex min-h-11 items-center">
				{words.examples.label}
				<span className="sr-only">: {title}</span>
			</summary>
			<dl className="grid gap-2 max-w-144 mt-2 pl-4 border-l-4 border-sun">
				{example.map(({ label, value }) => (
					<div key={label}>
						<dt className="text-soft">{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<p className="mt-2 text-soft">{words.examples.note}</p>
		</details>
	)
}

const listFiles = ({ formats, sizes }: ShownDocument, words: LibraryWords) =>
	formats.map((format) => describeFile(words.formats[format], sizes[format])).join('; ')

type FilesProps = Pick<DocumentRowProps, 'document' | 'words'>

/** Links to free files. As plain links, they work before hydration and without JavaScript. */
function FreeFiles({ document: { slug, title, formats }, words }: FilesProps) {
	return formats.map((format) => (
		<a
			key={format}
			href={paths.document(slug, format)}
			download
			className="btn btn-secondary"
			aria-label={`Download ${title}, ${words.formats[format]}`}
		>
			<Icon name="download" />
			{words.formats[format]}
		</a>
	))
}

function PaidFiles({ document: { slug, title, formats }, words }: FilesProps) {
	const { busy, start } = useDownload(title)
	return formats.map((format) => (
		<Button
			key={format}
			variant="secondary"
			pending={busy === format}
			aria-label={`Download ${title}, ${words.formats[format]}`}
			onClick={() => void start({ document: slug, format })}
		>
			{busy !== format && <Icon name="download" />}
			{words.formats[format]}
		</Button>
	))
}

function LockedFiles({ document, words }: FilesProps) {
	return (
		<p className="flex items-start gap-2 text-soft">
			<Icon name="lock" />
			<span>
				{words.locked.note}
				<span className="block">{listFiles(document, words)}</span>
			</span>
		</p>
	)
}
