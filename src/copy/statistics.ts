/** Texts of the statistics of a match's category: label, unit counted and definition of each figure. */
export const statisticsCopy = {
  title: 'Estadísticas',
  explain: 'Qué mide cada cifra',
  noData: 'Sin datos suficientes',
  loading: 'Cargando las estadísticas',
  failed: 'No se han podido leer las estadísticas.',
  onlyFloors:
    'Este mercado solo publica precios mínimos: no se sabe qué más hay en venta ni qué se ha vendido.',
  noAsks: 'Este mercado solo publica el precio mínimo de lo que hay en venta.',
  noSales: 'Este mercado no publica sus ventas.',
  figures: {
    floorCents: {
      label: 'Precio mínimo',
      counted: ['coleccionable', 'coleccionables'],
      meaning: 'Lo más barato que se pide ahora en esta categoría.',
    },
    medianAskCents: {
      label: 'Mediana en venta',
      counted: ['en venta', 'en venta'],
      meaning: 'La mitad de lo que está en venta pide menos y la otra mitad, más.',
    },
    spreadBp: {
      label: 'Distancia a la mediana',
      counted: ['en venta', 'en venta'],
      meaning: 'Cuánto hay del precio mínimo a la mediana, sobre el precio mínimo.',
    },
    depthWithin5Pct: {
      label: 'A menos del 5\u00A0% del mínimo',
      counted: ['en venta', 'en venta'],
      meaning:
        'Cuántos, de los que están en venta, piden como mucho un 5\u00A0% más que el precio mínimo.',
    },
    change24hBp: {
      label: 'Cambio en 24 h',
      counted: ['coleccionable', 'coleccionables'],
      meaning: 'El precio mínimo de ahora frente al que estaba vigente hace 24 horas.',
    },
    change7dBp: {
      label: 'Cambio en 7 días',
      counted: ['coleccionable', 'coleccionables'],
      meaning: 'El precio mínimo de ahora frente al de hace siete días.',
    },
    volatility: {
      label: 'Volatilidad diaria',
      counted: ['día', 'días'],
      meaning:
        'Desviación típica de los cambios diarios del precio mínimo (en logaritmo). Hacen falta siete días.',
    },
    volumeSales24h: {
      label: 'Ventas en 24 h',
      counted: null,
      meaning: 'Ventas cerradas en las últimas 24 horas. Lo que está en venta no cuenta.',
    },
    bestValuePerTicketCents: {
      label: 'Precio mínimo por entrada incluida',
      counted: ['coleccionable', 'coleccionables'],
      meaning: 'Precio mínimo dividido entre las entradas que incluye el coleccionable.',
    },
  },
} as const;
