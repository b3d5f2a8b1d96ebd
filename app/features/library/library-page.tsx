import type { ReactNode } from 'react'

import { useLibrary } from '#app/lib/use-library.ts'
import type { LibraryWords } from '#content/schema/library.ts'

import { AccessNote, type Access } from './access-note.tsx'
import { DocumentRow, type ShownDocument } from './document-row.tsx'
import { PurposeFilter, usePurpose } from './purpose-filter.tsx'

type LibraryPageProps = {
	words: LibraryWords
	groups: readonly { group: string; title: string; text: string; documents: readonly ShownDocument[] }[]
	/** The signed-in learner, or null. */
	userId: string | null
	/** Why a download link led here; null when none did. */
	refused: string | null
	/** The button to the checkout. */
	purchase: ReactNode
}

/** Every document: its contents for everyone, the free files for everyone, the others for those who bought the course. */
export function LibraryPage({ words, groups, userId, refused, purchase }: LibraryPageProps) {
	const library = useLibrary(userId)
	const { chosen, choose, isShown } = usePurpose(words.purposes)
	const documents = groups.flatMap((group) => group.documents)
	const access: Access =
		userId === null ? 'closed' : library.data ? (library.data.isOpen ? 'open' : 'closed') : library.isError ? 'failed' : 'looking'
	return (
		<div className="page grid gap-12 pt-10 pb-20">
			<header className="grid gap-6">
				<h1>{words.title}</h1>
				<p className="max-w-read text-lg">{words.intro}</p>
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
			{/* Hidden, not removed, so that open parts stay open. */}
			{groups.map(({ group, title, text, documents: grouped }) => (
				<section key={group} hidden={!grouped.some(isShown)} aria-labelledby={`group-${group}`} className="border-t-2 border-ink pt-6">
					<h2 id={`group-${group}`}>{title}</h2>
					<p className="mt-2 max-w-read text-soft">{text}</p>
					<ul className="mt-6 border-t border-line-strong">
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
