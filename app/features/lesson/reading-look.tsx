import { type ReactNode, useState } from 'react'

import { storedOption } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { Select } from '#app/ui/field.tsx'

const SIZES = { normal: 'Normal', large: 'Large', larger: 'Larger' } as const
const WIDTHS = { normal: 'Normal', narrow: 'Narrow', wide: 'Wide' } as const
type Size = keyof typeof SIZES
type Width = keyof typeof WIDTHS

const keptSize = storedOption<Size>(storageKeys.textSize, ['normal', 'large', 'larger'])
const keptWidth = storedOption<Width>(storageKeys.textWidth, ['normal', 'narrow', 'wide'])

type Look = { size: Size; width: Width; onSize: (size: Size) => void; onWidth: (width: Width) => void }

export function useReadingLook(): Look {
	const [size, setSize] = useState<Size>(() => keptSize.read() ?? 'normal')
	const [width, setWidth] = useState<Width>(() => keptWidth.read() ?? 'normal')
	return {
		size,
		width,
		onSize(chosen) {
			setSize(chosen)
			keptSize.write(chosen)
		},
		onWidth(chosen) {
			setWidth(chosen)
			keptWidth.write(chosen)
		},
	}
}

const SUMMARY = 'flex min-h-11 cursor-pointer items-center'
const ARROW =
	'before:mr-3 before:size-2 before:flex-none before:-translate-y-[.15rem] before:rotate-45 before:border-r-2 before:border-b-2 before:border-current in-open:before:translate-y-[.15rem] in-open:before:-rotate-135'

/** Summary with an arrow, which points up while its details are open. */
export const ArrowSummary = ({ className = '', children }: { className?: string; children: ReactNode }) => (
	<summary className={`${SUMMARY} ${ARROW} ${className}`}>{children}</summary>
)

export function ReadingLook({ size, width, onSize, onWidth }: Look) {
	return (
		<details>
			<ArrowSummary>Text size</ArrowSummary>
			<div className="flex flex-wrap gap-x-6 gap-y-3 pb-2">
				<Select label="Text size" value={size} onChange={(event) => onSize(event.target.value as Size)} options={Object.entries(SIZES)} />
				<Select
					label="Text width"
					value={width}
					onChange={(event) => onWidth(event.target.value as Width)}
					options={Object.entries(WIDTHS)}
				/>
			</div>
		</details>
	)
}
