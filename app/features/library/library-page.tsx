import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { EndedAccess } from '#app/lib/ended-access.tsx'
import { useLibrary } from '#app/lib/use-library.ts'
import { useOrderList } from '#app/lib/use-order-list.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import type { LibraryWords } from '#content/schema/library.ts'
import { paths } from '#contracts/paths.ts'

import { DocumentRow, type ShownDocument } from './document-row.tsx'

type Access = 'closed' | 'looking' | 'open' | 'failed'

type AccessNoteProps = {
	words: LibraryWords
	access: Access
	refused: string | null
	purchase: ReactNode
	retry: { isBusy: boolean; start: () => void }
}

function AccessNote({ words, refused, ...rest }: AccessNoteProps) {
	return (
		<>
			{refused !== null && (
				<Alert title={words.refused.title}>
					<p className="max-w-read">{refusalText(words.refused, refused)}</p>
				</Alert>
			)}
			<noscript>
				<p>{words.noScript}</p>
			</noscript>
			<Note words={words} {...rest} />
		</>
	)
}

function refusalText(words: LibraryWords['refused'], code: string): string {
	if (code === 'link_expired') return words.expired
	return code === 'entitlement_required' ? words.closed : words.invalid
}

function Note({ words, access, purchase, retry }: Omit<AccessNoteProps, 'refused'>) {
	if (access === 'open')
		return (
			<Callout tone="good" title={words.open.title}>
				<p className="max-w-read">{words.open.text}</p>
			</Callout>
		)
	if (access === 'failed')
		return (
			<Alert title={words.failed.title}>
				<p className="max-w-read">{words.failed.text}</p>
				<Button variant="secondary" className="mt-3" pending={retry.isBusy} onClick={retry.start}>
					{words.failed.retry}
				</Button>
			</Alert>
		)
	// While loading, the note has its most common height, so that the list below doesn't shift.
	const isLooking = access === 'looking'
	return (
		<div className="relative">
			{isLooking && (
				<p role="status" className="absolute">
					{words.looking}
				</p>
			)}
			<div className={isLooking ? 'invisible' : undefined} inert={isLooking}>
				<Locked words={words} purchase={purchase} />
			</div>
		</div>
	)
}

function Locked({ words, purchase }: Pick<AccessNoteProps, 'words' | 'purchase'>) {
	return (
		<section aria-label={words.locked.title} className="bg-sun p-7 text-on-sun lg:p-10">
			<h2 className="text-2xl">{words.locked.title}</h2>
			<p className="mt-3 mb-6 max-w-read">{words.locked.text}</p>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				{purchase}
				<LinkButton to={`${paths.login}?next=${encodeURIComponent(paths.templates)}`} variant="secondary" className="account-out">
					{words.locked.signInLabel}
				</LinkButton>
			</div>
		</section>
	)
}

type Words = LibraryWords['purposes']

const ALL = 'all'

/** A link to a document resets the filter, since the document may be filtered out. */
function usePurpose(words: Words) {
	const [chosen, choose] = useState(ALL)
	const { hash } = useLocation()
	useEffect(() => choose(ALL), [hash])
	const purpose = words.items.find(({ id }) => id === chosen)
	return { chosen, choose, isShown: ({ slug }: { slug: string }) => purpose === undefined || purpose.documents.includes(slug) }
}

const PURPOSE = 'flex min-h-11 cursor-pointer items-center gap-[.55rem] border px-[.9rem] py-[.35rem]'
const PURPOSE_STATES =
	'border-line-strong has-checked:border-ink has-checked:bg-raised has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)'

type PurposeFilterProps = { words: Words; chosen: string; onChoose: (id: string) => void; shown: number; total: number }

/** Filter by purpose. Hidden without JavaScript; all documents are then shown. */
function PurposeFilter({ words, chosen, onChoose, shown, total }: PurposeFilterProps) {
	return (
		<fieldset className="needs-js screen-only">
			<legend className="text-lg font-semibold">{words.question}</legend>
			<div className="my-3 flex flex-wrap gap-[.6rem]">
				{[{ id: ALL, label: words.all }, ...words.items].map(({ id, label }) => (
					<label key={id} className={`${PURPOSE} ${PURPOSE_STATES}`}>
						<input
							className="accent-accent outline-none"
							type="radio"
							name="purpose"
							value={id}
							checked={chosen === id}
							onChange={() => onChoose(id)}
						/>
						{label}
					</label>
				))}
			</div>
			<p role="status" className="text-soft">
				{words.shown.replace('{shown}', String(shown)).replace('{total}', String(total))}
			</p>
		</fieldset>
	)
}

type LibraryPageProps = {
	words: LibraryWords
	groups: readonly { group: string; title: string; text: string; documents: readonly ShownDocument[] }[]
	userId: string | null
	/** Reason why a download was refused and redirected here. */
	refused: string | null
	purchase: ReactNode
}

/** The library. Everyone sees what each document contains, but paid files are only for buyers. */
export function LibraryPage({ words, groups, userId, refused, purchase }: LibraryPageProps) {
	const library = useLibrary(userId)
	const { chosen, choose, isShown } = usePurpose(words.purposes)
	const documents = groups.flatMap((group) => group.documents)
	const access: Access =
		userId === null ? 'closed' : library.data ? (library.data.isOpen ? 'open' : 'closed') : library.isError ? 'failed' : 'looking'
	const orders = useOrderList(userId, access === 'closed')
	return (
		<div className="page grid gap-12 pt-10 pb-20">
			<header className="grid gap-6">
				<h1>{words.title}</h1>
				<p className="max-w-read text-lg">{words.intro}</p>
				{access === 'closed' && <EndedAccess list={orders} />}
				<AccessNote
					words={words}
					access={access}
					refused={refused}
					purchase={purchase}
					retry={{ isBusy: library.isFetching, start: () => void library.refetch() }}
				/>
			</header>
			<PurposeFilter
				words={words.purposes}
				chosen={chosen}
				onChoose={choose}
				shown={documents.filter(isShown).length}
				total={documents.length}
			/>
			{/* Hidden instead of removed, so that expanded entries stay expanded. */}
			{groups.map(({ group, title, text, documents: grouped }) => (
				<section key={group} hidden={!grouped.some(isShown)} aria-labelledby={`group-${group}`} className="border-t-2 border-ink pt-6">
					<h2 id={`group-${group}`}>{title}</h2>
					<p className="mt-2 max-w-read text-soft">{text}</p>
					<ul className="@container/documents mt-6 border-t border-line-strong">
						{grouped.map((document) => (
							<DocumentRow
								key={document.slug}
								document={document}
								words={words}
								isOpen={library.data?.open?.includes(document.slug) ?? access === 'open'}
								isHidden={!isShown(document)}
							/>
						))}
					</ul>
				</section>
			))}
		</div>
	)
}
