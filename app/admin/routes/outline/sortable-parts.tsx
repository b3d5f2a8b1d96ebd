import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'

import { OUTLINE_ENTRY, OUTLINE_LIST, type OutlinePart, type PartListProps } from './outline-row.tsx'

function SortablePart({ part, index, row }: { part: OutlinePart; index: number } & Pick<PartListProps, 'row'>) {
	const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: part.id })
	const handle = (
		<button
			type="button"
			ref={setActivatorNodeRef}
			className="grid h-11 w-7 flex-none cursor-grab touch-none place-items-center text-soft"
			{...attributes}
			{...listeners}
			aria-label={`Drag ${part.title}`}
		>
			⠿
		</button>
	)
	const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }
	return (
		<li ref={setNodeRef} style={style} className={`${OUTLINE_ENTRY} ${isDragging ? 'relative z-1 outline-2 outline-accent' : ''}`}>
			{row(part, index, handle)}
		</li>
	)
}

/** List sorted by dragging. With the keyboard, Space on a handle picks up and drops, the arrow keys move, and Escape cancels. */
export default function SortableParts({ label, parts, onOrder, row }: PartListProps) {
	const sensors = useSensors(
		useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
		useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
	)
	const ids = parts.map(({ id }) => id)
	function drop({ active, over }: DragEndEvent) {
		if (over && active.id !== over.id) onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
	}
	const nameOf = (id: unknown) => parts.find((part) => part.id === id)?.title ?? ''
	const placeOf = (id: unknown) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
	const announcements = {
		onDragStart: ({ active }: { active: { id: unknown } }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
		onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
			over ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined,
		onDragEnd: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
			`Dropped ${nameOf(active.id)}${over ? ` at ${placeOf(over.id)}` : ''}.`,
		onDragCancel: ({ active }: { active: { id: unknown } }) => `${nameOf(active.id)} is back where it was.`,
	}
	return (
		<DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop} accessibility={{ announcements }}>
			<SortableContext items={ids} strategy={verticalListSortingStrategy}>
				<ol className={OUTLINE_LIST} aria-label={label}>
					{parts.map((part, index) => (
						<SortablePart key={part.id} part={part} index={index} row={row} />
					))}
				</ol>
			</SortableContext>
		</DndContext>
	)
}
