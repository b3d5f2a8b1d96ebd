import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import type { DraftGroup } from '#server/console/content/group-drafts.ts'
import type { readPublishPage } from '#server/console/content/read-publish.ts'

import { FileChanges } from './file-changes.tsx'

type Change = Awaited<ReturnType<typeof readPublishPage>>['changes'][number]
export type DraftChoiceProps = { changes: readonly Change[]; typed: Readonly<Record<string, string>> }

/**
 * Returns a function that checks whether a draft is selected. After a refusal, a draft that has joined a selected group is selected with
 * it, except where its drafts can be published separately.
 */
function findSelected({ changes, typed }: DraftChoiceProps): (change: Change) => boolean {
	if (typed.choose === undefined) return ({ isSelected }) => isSelected
	const isTyped = ({ id }: Change) => typed[`draft-${id}`] !== undefined
	const groups = new Set(changes.flatMap((change) => (isTyped(change) && !change.isSeparable ? [change.group] : [])))
	return (change) => groups.has(change.group) || isTyped(change)
}

const boxesOf = (form: HTMLFormElement | null | undefined) => [
	...(form?.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name^="draft-"]') ?? []),
]

/**
 * Splits the drafts of a group into `tied` ones, which can only be published together, and `first` ones, which can be
 * published before them.
 */
function partGroup(form: HTMLFormElement | null, group: string | undefined) {
	const boxes = boxesOf(form).filter(({ dataset }) => dataset.group === group)
	const isFirst = ({ dataset }: HTMLInputElement) => dataset.first === 'true'
	return { tied: boxes.filter((box) => !isFirst(box)), first: boxes.filter(isFirst) }
}

/** Selects the drafts that this one needs, or unselects those that need it. */
function selectGroup({ currentTarget: { form, dataset, checked } }: ChangeEvent<HTMLInputElement>): void {
	const { tied, first } = partGroup(form, dataset.group)
	if (dataset.first !== 'true') for (const box of checked ? [...tied, ...first] : tied) box.checked = checked
	else if (!checked) for (const box of tied) box.checked = false
}

const tieOf = ({ group, isSeparable }: Change) => ({ 'data-group': group, 'data-first': isSeparable, onChange: selectGroup })

export function ScheduledDrafts(choice: DraftChoiceProps) {
	const isSelected = findSelected(choice)
	return (
		<fieldset>
			<legend className="font-semibold">Drafts</legend>
			{choice.changes.map((change) => (
				<Checkbox
					key={change.id}
					id={`schedule-${change.id}`}
					name={`draft-${change.id}`}
					{...tieOf(change)}
					defaultChecked={isSelected(change)}
					label={change.title}
				/>
			))}
		</fieldset>
	)
}

/** Returns the URL of a change's preview. A new text has no published page to compare with. */
function previewOf({ path, isNew, page }: Pick<Change, 'path' | 'isNew' | 'page'>) {
	const query = { ...(page !== null && { page }), ...(!isNew && { mode: 'compare' }), drafts: path }
	return `${consolePaths.contentSite}?${new URLSearchParams(query).toString()}`
}

/** Selects or unselects all drafts of a group. Without JavaScript, drafts are selected one by one. */
function GroupBox({ group, title }: { group: string; title: string }) {
	const box = useRef<HTMLInputElement>(null)
	const hasScript = useHydrated()
	useEffect(() => {
		const form = box.current?.form
		if (!form) return
		const members = () => boxesOf(form).filter(({ dataset }) => dataset.group === group)
		const update = () => {
			const selected = members().filter(({ checked }) => checked).length
			if (!box.current) return
			box.current.checked = selected === members().length
			box.current.indeterminate = selected > 0 && selected < members().length
		}
		update()
		form.addEventListener('change', update)
		return () => form.removeEventListener('change', update)
	}, [group, hasScript])
	if (!hasScript) return title
	function selectAll({ currentTarget: { form, checked } }: ChangeEvent<HTMLInputElement>) {
		for (const member of boxesOf(form)) if (member.dataset.group === group) member.checked = checked
	}
	return (
		<span className="flex items-center gap-x-3">
			<input ref={box} id={`group-${group}`} type="checkbox" onChange={selectAll} className="tick" />
			<label htmlFor={`group-${group}`}>{title}</label>
		</span>
	)
}

type ChoiceOfGroups = DraftChoiceProps & { groups: readonly DraftGroup[]; onDiscard: (drafts: string) => void }

const MAX_NAMED = 2

/** Names the first texts of a group, and says how many more it has. */
function nameFirst(members: readonly { title: string }[]): string {
	const titles = members.slice(0, MAX_NAMED).map(({ title }) => title)
	const others = members.length - titles.length
	return new Intl.ListFormat('en').format(others === 0 ? titles : [...titles, `${others} more`])
}

/** Lists drafts to choose from. Those that belong together are one collapsed group. */
export function DraftChoice({ changes, groups, typed, onDiscard }: ChoiceOfGroups) {
	const isSelected = findSelected({ changes, typed })
	const others = changes.filter(({ group }) => !groups.some((each) => each.group === group))
	return (
		<>
			{groups.map(({ group, title, why }) => {
				const members = changes
					.filter((change) => change.group === group)
					.toSorted((one, other) => Number(one.isSeparable) - Number(other.isSeparable))
				return (
					<section
						key={group}
						className="file-change flex flex-wrap items-center gap-x-4 border-b border-line pt-2 pb-1 last-of-type:border-b-0"
						aria-label={title}
					>
						<h3 className="max-md:basis-full md:min-h-11 md:content-center">
							<GroupBox group={group} title={title} />
						</h3>
						<span className="text-soft">{`${members.length} texts`}</span>
						<span className="ms-auto flex gap-x-4 max-md:order-1">
							<Discard drafts={members.map(({ id }) => id).join(' ')} onDiscard={onDiscard}>
								Discard all<span className="sr-only">{` of ${title}`}</span>
							</Discard>
						</span>
						<Disclosure summary={nameFirst(members)}>
							<p className="text-soft">{why}</p>
							<div className="ps-4 border-s-2 border-line">
								<Drafts
									changes={members}
									isSelected={isSelected}
									onDiscard={members.some((change) => change.isSeparable) ? onDiscard : undefined}
								/>
							</div>
						</Disclosure>
					</section>
				)
			})}
			<Drafts changes={others} isSelected={isSelected} isOnly={changes.length === 1} onDiscard={onDiscard} />
		</>
	)
}

type DiscardProps = { drafts: string; onDiscard: (drafts: string) => void; children: ReactNode }

/** Opens the question whether to discard drafts. It isn't part of the form, whose selection it keeps. */
const Discard = ({ drafts, onDiscard, children }: DiscardProps) => (
	<Link
		to={`${consolePaths.contentPublish}?${new URLSearchParams({ discard: drafts }).toString()}`}
		aria-haspopup="dialog"
		onClick={(event) => {
			event.preventDefault()
			onDiscard(drafts)
		}}
	>
		{children}
	</Link>
)

type DraftsProps = Pick<DraftChoiceProps, 'changes'> & {
	isSelected: (change: Change) => boolean
	isOnly?: boolean
	onDiscard: ((drafts: string) => void) | undefined
}

function Drafts({ changes, isSelected, isOnly = false, onDiscard }: DraftsProps) {
	if (changes.length === 0) return null
	return (
		<FileChanges
			changes={changes}
			isOpen={isOnly}
			head={(change) => (
				<span className="flex items-center gap-x-3">
					<input
						id={`draft-${change.id}`}
						type="checkbox"
						name={`draft-${change.id}`}
						{...tieOf(change)}
						defaultChecked={isSelected(change)}
						className="tick"
					/>
					<label htmlFor={`draft-${change.id}`}>{change.title}</label>
				</span>
			)}
			foot={({ id, path, title, isNew, page, isSeparable, group }) => (
				<>
					<Link to={previewOf({ path, isNew, page })}>
						{isNew ? 'Preview' : 'Before and after'}
						<span className="sr-only">{` of ${title}`}</span>
					</Link>
					<Link to={fileAddress(path)}>
						Edit<span className="sr-only">{` ${title}`}</span>
					</Link>
					{onDiscard && (isSeparable || !changes.some((other) => other.group === group && other.isSeparable)) && (
						<Discard drafts={id} onDiscard={onDiscard}>
							Discard<span className="sr-only">{` ${title}`}</span>
						</Discard>
					)}
				</>
			)}
		/>
	)
}

/**
 * Shows how many drafts are selected, and selects all or none. Without JavaScript, only explains that unselected drafts aren't published.
 */
export function SelectedDrafts({ count }: { count: number }) {
	const inside = useRef<HTMLDivElement>(null)
	const [selected, setSelected] = useState<number | null>(null)
	useEffect(() => {
		const form = inside.current?.closest('form')
		const update = () => setSelected(boxesOf(form).filter(({ checked }) => checked).length)
		update()
		form?.addEventListener('change', update)
		return () => form?.removeEventListener('change', update)
	}, [count])
	if (count === 1) return null
	function selectAll(isOn: boolean): void {
		const form = inside.current?.closest('form')
		for (const box of boxesOf(form)) box.checked = isOn
		form?.dispatchEvent(new Event('change'))
	}
	return (
		<div ref={inside} className="flex flex-wrap items-center gap-x-4 self-center max-md:gap-x-2">
			<p role="status" className="text-soft">
				{selected === null ? (
					'Unselected drafts stay drafts.'
				) : (
					<>
						{`${selected} of ${count}`}
						<span className="max-md:sr-only"> selected.</span>
					</>
				)}
				{selected !== null && selected < count && <span className="max-md:hidden"> Others stay drafts.</span>}
			</p>
			{selected !== null && (
				<Button variant="quiet" onClick={() => selectAll(selected < count)}>
					{selected < count ? 'Select all' : 'Select none'}
				</Button>
			)}
		</div>
	)
}
