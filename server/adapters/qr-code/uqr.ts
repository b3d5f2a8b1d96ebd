import { renderSVG } from 'uqr'

import type { QrCodeDrawer } from './port.ts'

/** With a white border, so that it can also be scanned on a dark page. */
export const uqrCode: QrCodeDrawer = (text) => renderSVG(text, { border: 2, ecc: 'M' })
