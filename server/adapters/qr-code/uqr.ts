import { renderSVG } from 'uqr'

import type { QrCodeDrawer } from './port.ts'

/** A white border, so that it can be read on a dark page too. */
export const uqrCode: QrCodeDrawer = (text) => renderSVG(text, { border: 2, ecc: 'M' })
