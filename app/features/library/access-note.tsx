import type { ReactNode } from 'react'

import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import type { LibraryWords } from '#content/schema/library.ts'
import { paths } from '#contracts/paths.ts'

export type Access = 'closed' | 'looking' | 'open' | 'failed'

type AccessNoteProps = {
	words: LibraryWords
	access: Access
	refused: string | null
	purchase: ReactNode
	retry: { isBusy: boolean; start: () => void }
}

export function AccessNote({ words, refused, ...rest }: AccessNoteProps) {
	return (
		<>
			{refused !== null && (
				<Callout tone="danger" role="alert" title={words.refused.title}>
					<p className="max-w-read">{refusalText(words.refused, refused)}</p>
				</Callout>
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
			<Callout tone="danger" role="alert" title={words.failed.title}>
				<p className="max-w-read">{words.failed.text}</p>
				<Button variant="secondary" className="mt-3" pending={retry.isBusy} onClick={retry.start}>
					{words.failed.retry}
				</Button>
			</Callout>
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
