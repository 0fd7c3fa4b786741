/** Of every link to the plans, where one includes what is not available. */
export const seePlans = 'Ver planes';
