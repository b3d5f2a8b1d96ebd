import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { StateBadge } from '#app/admin/ui/format.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { FileDiff } from '#server/console/content/diff-edits.ts'
import type { FieldChange } from '#server/console/content/field-change.ts'

const SIGNS = {
	added: { As: 'ins', word: 'added: ', look: 'bg-[color-mix(in_srgb,var(--spruce-ink)_14%,transparent)] text-spruce-ink no-underline' },
	removed: { As: 'del', word: 'removed: ', look: 'text-danger-ink' },
} as const

const Signed = ({ is, children }: { is: keyof typeof SIGNS; children: string }) => {
	const { As, word, look } = SIGNS[is]
	return (
		<As className={look}>
			<span className="sr-only">{word}</span>
			{children}
		</As>
	)
}

function Words({ change: { before, after, pieces } }: { change: FieldChange }) {
	if (pieces)
		return pieces.map(({ text, is }, index) =>
			is === 'same' ? (
				<span key={index}>{text}</span>
			) : (
				<Signed key={index} is={is}>
					{text}
				</Signed>
			),
		)
	if (before === null) return <Signed is="added">{after ?? 'nothing'}</Signed>
	if (after === null) return <Signed is="removed">{before}</Signed>
	return (
		<>
			<Signed is="removed">{before}</Signed>
			<span aria-hidden="true"> → </span>
			<Signed is="added">{after}</Signed>
		</>
	)
}

/** Color swatches, as SVG with `fill`: the content security policy blocks inline styles. */
const Swatches = ({ swatches }: { swatches: NonNullable<FieldChange['swatches']> }) =>
	swatches.length > 0 && (
		<span className="mt-2 flex flex-wrap gap-2">
			{swatches.map(({ before, after }, index) => (
				<svg key={index} width="48" height="24" viewBox="0 0 48 24" role="img" aria-label={`${before} becomes ${after}`}>
					<title>{`${before} becomes ${after}`}</title>
					<rect width="24" height="24" fill={before} />
					<rect x="24" width="24" height="24" fill={after} />
				</svg>
			))}
		</span>
	)

export const FieldChanges = ({ changes, more, summary }: Pick<FileDiff, 'changes' | 'more'> & Partial<Pick<FileDiff, 'summary'>>) => (
	<dl className="grid max-w-[70ch] gap-3">
		{changes.map((change, index) => (
			<div key={index}>
				{/* The summary of a single change may already be its label. */}
				<dt className={change.label === summary ? 'sr-only' : 'text-soft'}>{change.label}</dt>
				<dd className="wrap-anywhere whitespace-pre-line">
					<Words change={change} />
					<Swatches swatches={change.swatches ?? []} />
				</dd>
			</div>
		))}
		{more > 0 && (
			<div>
				<dt className="text-soft">{`And ${countNoun(more, 'more change')}`}</dt>
			</div>
		)}
	</dl>
)

type FileChangesProps<Change extends FileDiff> = {
	changes: readonly Change[]
	empty?: string
	/** Replaces the link to the file. */
	head?: (change: Change) => ReactNode
	foot?: (change: Change) => ReactNode
	/** True to expand the changes; by default, only a single file is expanded. */
	isOpen?: boolean
}

export const FileChanges = <Change extends FileDiff>({
	changes,
	empty,
	head,
	foot,
	isOpen = changes.length === 1,
}: FileChangesProps<Change>) =>
	changes.length === 0 ? (
		<p className="empty">{empty}</p>
	) : (
		changes.map((change) => {
			const { path, title, kind, isNew, summary } = change
			return (
				<section
					key={path}
					className="file-change flex flex-wrap items-center gap-x-4 border-b border-line pt-2 pb-1 last-of-type:border-b-0"
					aria-label={title}
				>
					<h3 className="max-md:basis-full md:min-h-11 md:content-center">
						{head ? head(change) : <Link to={fileAddress(path)}>{title}</Link>}
					</h3>
					{isNew ? <StateBadge word={`New ${kind.toLowerCase()}`} tone="good" /> : <span className="text-soft">{kind}</span>}
					{foot && <span className="flex gap-x-4 ms-auto max-md:order-1">{foot(change)}</span>}
					{summary !== '' && (
						<Disclosure
							open={isOpen}
							summary={
								<>
									{summary}
									<span className="sr-only">{` in ${title}`}</span>
								</>
							}
						>
							<FieldChanges {...change} />
						</Disclosure>
					)}
					{!isNew && summary === '' && <p className="text-soft">No visible changes.</p>}
				</section>
			)
		})
	)
