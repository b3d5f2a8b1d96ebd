import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { LinkPair } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import type { Module } from '#content/schema/module.ts'
import type { MissingPiece, ModuleEvidence } from '#domain/progress/module-evidence.ts'

import { CompletionPicture } from './completion-picture.tsx'
import { sectionSearch } from './section-index.ts'

type ModuleCompletionProps = {
	words: Module['completion']
	evidence: ModuleEvidence
	sections: Module['sections']
	children: ReactNode
}

/** The completed screen: congratulations, what the record shows, the module's forms as children if it has any, and next steps. */
export function ModuleCompletion({ words, evidence, sections, children }: ModuleCompletionProps) {
	const isWhole = evidence.missing.length === 0
	return (
		<div className="grid gap-12">
			<div className="grid items-end gap-8 lg:grid-cols-[1fr_20rem]">
				<div className="grid gap-5">
					{isWhole ? (
						<>
							<p className="max-w-read text-lg">{words.text}</p>
							<CheckedList items={words.achievements} />
						</>
					) : (
						<>
							<p className="max-w-read text-lg">
								You reached the last page, and the next part is open. You still have some work left here.
							</p>
							<RecordedWork evidence={evidence} />
						</>
					)}
				</div>
				<CompletionPicture />
			</div>
			{!isWhole && <MissingWork missing={evidence.missing} sections={sections} achievements={words.achievements} />}
			<section className="grid gap-3">
				<h3>{words.nextPreview.title}</h3>
				<p className="max-w-read">{words.nextPreview.text}</p>
				<div className="mt-3">
					<LinkPair primary={words.next} secondary={words.back} />
				</div>
			</section>
			{children && <div className="grid gap-x-12 gap-y-10 border-t-2 border-ink pt-10 md:grid-cols-2">{children}</div>}
		</div>
	)
}

function RecordedWork({ evidence: { opened, exercised, checked } }: { evidence: ModuleEvidence }) {
	const shares = [
		{ label: 'Sections opened', ...opened },
		{ label: 'Tasks and milestones done', ...exercised },
		{ label: 'Knowledge checks taken', ...checked },
	].filter((share) => share.of > 0)
	return (
		<dl className="flex flex-wrap gap-x-10 gap-y-4">
			{shares.map(({ label, done, of }) => (
				<div key={label}>
					<dt className="text-soft">{label}</dt>
					<dd className="text-xl font-semibold tabular-nums">
						{done} of {of}
					</dd>
				</div>
			))}
		</dl>
	)
}

const PIECES: Record<MissingPiece['pieces'][number], string> = {
	reading: 'not opened yet',
	task: 'task',
	milestone: 'milestone',
	check: 'knowledge check',
}

function MissingWork({
	missing,
	sections,
	achievements,
}: Pick<ModuleEvidence, 'missing'> & { sections: Module['sections']; achievements: readonly string[] }) {
	return (
		<div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
			<section aria-labelledby="still-missing">
				<h3 id="still-missing">Still missing</h3>
				<ul className="mt-3 border-t border-line-strong">
					{missing.map(({ sectionId, pieces }) => {
						const at = sections.findIndex(({ id }) => id === sectionId)
						return (
							<li key={sectionId} className="border-b border-line-strong py-2">
								<Link className="link inline-flex min-h-11 items-center" to={{ search: sectionSearch(sections, at) }}>
									{sections[at]?.title}
								</Link>
								<span className="block text-soft">{pieces.map((piece) => PIECES[piece]).join(', ')}</span>
							</li>
						)
					})}
				</ul>
			</section>
			<section aria-labelledby="when-done">
				<h3 id="when-done">What you will have then</h3>
				<ul className="mt-3 grid list-[square] gap-2 pl-5">
					{achievements.map((item) => (
						<li key={item}>{item}</li>
					))}
				</ul>
			</section>
		</div>
	)
}
