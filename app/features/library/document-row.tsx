import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { DocumentCard } from '#content/schema/document.ts'
import type { LibraryWords } from '#content/schema/library.ts'
import { paths } from '#contracts/paths.ts'

import { useDownload } from './use-download.ts'

type DocumentRowProps = { document: DocumentCard; words: LibraryWords; isOpen: boolean }

/** One document: what it is, what is in it, and its files. */
export function DocumentRow({ document, words, isOpen }: DocumentRowProps) {
	const { slug, title, summary, access, contents } = document
	return (
		<li id={slug} className="grid gap-x-10 gap-y-4 border-b border-line-strong py-6 lg:grid-cols-[7fr_5fr]">
			<div>
				<div className="flex flex-wrap items-baseline gap-x-3">
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
			</div>
			<div className="flex flex-wrap content-start items-center gap-3">
				{access === 'free' ? (
					<FreeFiles document={document} words={words} />
				) : isOpen ? (
					<PaidFiles document={document} words={words} />
				) : (
					<LockedFiles document={document} words={words} />
				)}
			</div>
		</li>
	)
}

type FilesProps = Omit<DocumentRowProps, 'isOpen'>

/** Plain links: they work before hydration and without JavaScript. */
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

function LockedFiles({ document: { formats }, words }: FilesProps) {
	return (
		<p className="flex items-start gap-2 text-soft">
			<Icon name="lock" />
			<span>
				{words.locked.note}
				<span className="block">{formats.map((format) => words.formats[format]).join(', ')}</span>
			</span>
		</p>
	)
}
