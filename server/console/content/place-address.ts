import type { Place } from '#content/marks/text-marks.ts'
import { fileAddress } from '#contracts/console-paths.ts'

import { fieldElementId } from './json-form.ts'

export function toPlaceUrl(place: Place): string {
	const file = fileAddress(place.file)
	if ('field' in place) return `${file}&at=${encodeURIComponent(place.field)}#${fieldElementId(place.field)}`
	return 'line' in place ? `${file}&at=${place.line}#line-${place.line}` : file
}
