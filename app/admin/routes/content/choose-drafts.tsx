import { type ChangeEvent, Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import type { readPublishPage } from '#server/console/content/read-publish.ts'

import { FileChanges } from './file-changes.tsx'

type Change = Awaited<ReturnType<typeof readPublishPage>>['changes'][number]
export type ChoiceProps = { changes: readonly Change[]; typed: Readonly<Record<string, string>> }

/**
 * Returns a function that checks whether a draft is selected. After a refusal, a draft that has joined a selected group is selected with
 * it.
 */
function findSelected({ changes, typed }: ChoiceProps): (change: Change) => boolean {
	if (typed.choose === undefined) return ({ isSelected }) => isSelected
	const groups = new Set(changes.flatMap(({ id, group }) => (typed[`draft-${id}`] === undefined ? [] : [group])))
	return ({ group }) => groups.has(group)
}

const boxesOf = (form: HTMLFormElement | null | undefined) => [
	...(form?.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name^="draft-"]') ?? []),
]

/** Selects or unselects the drafts that are published together with this one. */
function selectGroup({ currentTarget: { form, dataset, checked } }: ChangeEvent<HTMLInputElement>): void {
	for (const box of boxesOf(form)) if (box.dataset.group === dataset.group) box.checked = checked
}

export function ScheduledDrafts(choice: ChoiceProps) {
	const isSelected = findSelected(choice)
	return (
		<fieldset>
			<legend className="font-semibold">Drafts</legend>
			{choice.changes.map((change) => (
				<Checkbox
					key={change.id}
					id={`schedule-${change.id}`}
					name={`draft-${change.id}`}
					data-group={change.group}
					onChange={selectGroup}
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

/** Lists drafts to choose from. Drafts that depend on another one are listed below it. */
export function Choice({ changes, typed }: ChoiceProps) {
	const own = changes.filter(({ cause }) => cause === null)
	const isSelected = findSelected({ changes, typed })
	return own.map((change) => {
		const derived = changes.filter(({ cause }) => cause === change.path)
		const others = own.filter(({ group, path }) => group === change.group && path !== change.path).map(({ title }) => title)
		return (
			<Fragment key={change.path}>
				<Drafts changes={[change]} isSelected={isSelected} isOnly={changes.length === 1} />
				{others.length > 0 && <p className="text-soft">{`Published together with ${others.join(', ')}.`}</p>}
				{derived.length > 0 && (
					<div
						className="ml-[clamp(.75rem,3vw,2rem)] pl-4 border-l-2 border-line"
						role="group"
						aria-label={`Changed because of ${change.title}`}
					>
						<p className="text-soft">Also changes:</p>
						<Drafts changes={derived} isSelected={isSelected} />
					</div>
				)}
			</Fragment>
		)
	})
}

type DraftsProps = Pick<ChoiceProps, 'changes'> & { isSelected: (change: Change) => boolean; isOnly?: boolean }

function Drafts({ changes, isSelected, isOnly = false }: DraftsProps) {
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
						data-group={change.group}
						onChange={selectGroup}
						defaultChecked={isSelected(change)}
						className="tick"
					/>
					<label htmlFor={`draft-${change.id}`}>{change.title}</label>
				</span>
			)}
			foot={({ path, title, isNew, page }) => (
				<>
					<Link to={previewOf({ path, isNew, page })}>
						{isNew ? 'Preview' : 'Before and after'}
						<span className="sr-only">{` of ${title}`}</span>
					</Link>
					<Link to={fileAddress(path)}>
						Edit<span className="sr-only">{` ${title}`}</span>
					</Link>
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
		for (const box of boxesOf(inside.current?.closest('form'))) box.checked = isOn
		setSelected(isOn ? count : 0)
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
