import { useEffect, useRef, useState } from 'react'

/** IDs of the fields that every invoice needs. Within a group, one is enough. */
const NEEDED = [
	['f-name'],
	['f-address-line1'],
	['f-address-postcode'],
	['f-address-city'],
	['f-address-country'],
	['f-vatId', 'f-taxNumber'],
]
const NEEDED_BY_TAX = new Map<unknown, string>([
	['none', 'f-tax-reason'],
	['included', 'f-tax-ratePercent'],
])

const findField = (id: string) => document.getElementById(id) as HTMLInputElement | HTMLSelectElement | null
/** True for empty text, and for a rate of 0. */
const isEmpty = (id: string) => !/[^\s0.,]/.test(findField(id)?.value ?? '')
const labelOf = (id: string) => findField(id)?.labels?.[0]?.textContent.replace(' (optional)', '') ?? ''

function listMissing(form: HTMLFormElement): string[] {
	const byTax = NEEDED_BY_TAX.get(new FormData(form).get('s/tax/mode'))
	return [...NEEDED, ...(byTax === undefined ? [] : [[byTax]])]
		.filter((ids) => ids.every(isEmpty))
		.map((ids) => ids.map(labelOf).join(' or '))
}

/** Lists the empty fields that invoices need. Updated while the operator types. */
export function MissingForInvoices() {
	const line = useRef<HTMLParagraphElement>(null)
	const [missing, setMissing] = useState<readonly string[]>([])
	useEffect(() => {
		const form = line.current?.closest('form')
		if (!form) return
		const update = () => setMissing(listMissing(form))
		update()
		form.addEventListener('input', update)
		return () => form.removeEventListener('input', update)
	}, [])
	return (
		<p ref={line} role="status" className="text-soft">
			{missing.length > 0 && `Missing for invoices: ${missing.join(', ')}.`}
		</p>
	)
}
